/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_RECORD_CONTROL_LIST_H
#define WINDLASS_DEKO3D_RECORD_CONTROL_LIST_H

#include "deko3d/objects.h"

/* Lists of steps, in chunks that the device's allocator gives. Zeros are an empty one. */

/* Room for `count` steps that lie behind one another; they are not filled in. */
struct control *control_list_add(struct control_list *l, DkDevice device, uint32_t count);
/* Ends the list that is being recorded; NULL where nothing was. */
const struct control *control_list_finish(struct control_list *l);
/* All lists become invalid; the memory is kept. */
void control_list_clear(struct control_list *l);
void control_list_free(struct control_list *l, DkDevice device);

#endif
