/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CLI_COMMANDS_H
#define WINDLASS_CLI_COMMANDS_H

/* One function a command; argv[0] is the command's name. Each returns the exit status: 0 done,
 * 1 failed with a message on stderr, 2 wrong usage. */
int cli_run(int argc, char **argv);
int cli_build(int argc, char **argv);
int cli_lift(int argc, char **argv);
int cli_info(int argc, char **argv);
int cli_coverage(int argc, char **argv);
int cli_cache(int argc, char **argv);
int cli_doctor(int argc, char **argv);
int cli_vectors(int argc, char **argv);
int cli_pack(int argc, char **argv);
int cli_shader(int argc, char **argv);
int cli_gpu(int argc, char **argv);

#endif
