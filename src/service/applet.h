/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_APPLET_H
#define WINDLASS_SERVICE_APPLET_H

#include "service/service.h"

/* The state that all sessions with appletOE and appletAE share: the program is the one applet. */

/* AppletMessage numbers that are ever sent. */
enum applet_message {
    APPLET_MESSAGE_EXIT = 4,
    APPLET_MESSAGE_FOCUS = 15,
    APPLET_MESSAGE_RESUME = 16,
    APPLET_MESSAGE_OPERATION_MODE = 30,
    APPLET_MESSAGE_PERFORMANCE_MODE = 31,
};

#define APPLET_RESULT_NO_DATA    RESULT(128, 2)  /* 0x480: nothing in the channel */
#define APPLET_RESULT_NO_MESSAGE RESULT(128, 3)  /* 0x680 */
#define APPLET_RESULT_NO_LAYER   RESULT(114, 1)  /* all layers are in use */
#define APPLET_RESULT_CANCELLED  RESULT(128, 22) /* 0x2c80 */

/* Identifies the applet to vi, nv and hid; never 0. */
#define APPLET_RESOURCE_USER PROCESS_ID

bool applet_start(struct error *error);
/* The window was closed: message 4 is queued, and appletMainLoop ends. From any thread. */
void applet_request_exit(void);
/* The program asked not to be stopped before it lets go (LockExit). */
bool applet_exit_locked(void);
void applet_post(enum applet_message message);

/* For the port's own files. */
result applet_receive_message(uint32_t *message);
struct event *applet_message_event(void);
void applet_lock_exit(void);
void applet_unlock_exit(void);

/* IStorage: bytes that applets hand to each other. Takes over the memory, which came from
 * memory_new; size at most APPLET_STORAGE_MAX. */
#define APPLET_STORAGE_MAX (16u << 20)
void applet_return_storage(struct call *c, uint8_t *data, size_t size);
/* The bytes of a pushed storage, or {NULL, 0}. */
struct buffer applet_storage_bytes(struct service_object *object);

extern const struct interface applet_common_state;
extern const struct interface applet_self_controller;
extern const struct interface applet_window_controller;
extern const struct interface applet_audio_controller;
extern const struct interface applet_display_controller;
extern const struct interface applet_debug_functions;
extern const struct interface applet_application_functions;
extern const struct interface applet_library_creator;
extern const struct interface applet_library_self;
extern const struct interface applet_process_winding;
extern const struct interface applet_lock_accessor;
extern const struct interface applet_storage;

#endif
