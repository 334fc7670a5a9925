/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CLI_PROGRAM_FOLDERS_H
#define WINDLASS_CLI_PROGRAM_FOLDERS_H

/* Paths below the user's folders after the XDG base directory specification; the caller's to keep
 * (they live as long as the process). */
const char *folder_data(const char *below);   /* $XDG_DATA_HOME/windlass/BELOW */
const char *folder_config(const char *below); /* $XDG_CONFIG_HOME/windlass/BELOW */
const char *folder_cache(const char *below);  /* $XDG_CACHE_HOME/windlass/BELOW */

#endif
