/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_STAGE_H
#define WINDLASS_GPU_SHADER_TRANSLATE_STAGE_H

#include "gpu/shader/translate/translator.h"

/* What is not the same in all stages: how a program begins and ends, and what it has of the
 * pipeline. */

/* The execution model, its modes, and what the contract says of the stage. After the functions. */
void stage_entry(struct translator *t);
/* First in the program's function. */
void stage_begin(struct translator *t);
/* The program ends here: what its outputs are goes where the pipeline finds it. No return yet. */
void stage_end(struct translator *t);
/* The pixel is dropped; ends the block. */
void stage_kill(struct translator *t);
/* The same where `truth` holds, and code goes on for its quad's sake; false: the device cannot. */
bool stage_demote(struct translator *t, uint32_t truth);

/* A field of the shader program header; 0 where the stage has none. */
uint32_t stage_header(const struct translator *t, const char *name, unsigned index);

/* A builtin variable of input or output, made at its first use; `type`: of what it holds. */
uint32_t stage_builtin(struct translator *t, SpvBuiltIn builtin, SpvStorageClass storage,
                       uint32_t type);
/* The value of a builtin that is one word, or a component of one that is a vector of three. */
uint32_t stage_builtin_word(struct translator *t, SpvBuiltIn builtin);
uint32_t stage_builtin_part(struct translator *t, SpvBuiltIn builtin, unsigned part);

#endif
