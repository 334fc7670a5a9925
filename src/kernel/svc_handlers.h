/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_SVC_HANDLERS_H
#define WINDLASS_KERNEL_SVC_HANDLERS_H

#include "kernel/svc.h"

/* Handlers of the SVC table. */
svc_handler svc_set_heap_size;
svc_handler svc_set_memory_permission;
svc_handler svc_set_memory_attribute;
svc_handler svc_map_memory;
svc_handler svc_unmap_memory;
svc_handler svc_query_memory;
svc_handler svc_exit_process;
svc_handler svc_create_thread;
svc_handler svc_start_thread;
svc_handler svc_exit_thread;
svc_handler svc_sleep_thread;
svc_handler svc_get_thread_priority;
svc_handler svc_set_thread_priority;
svc_handler svc_get_thread_core_mask;
svc_handler svc_set_thread_core_mask;
svc_handler svc_get_current_processor_number;
svc_handler svc_signal_event;
svc_handler svc_clear_event;
svc_handler svc_map_shared_memory;
svc_handler svc_unmap_shared_memory;
svc_handler svc_create_transfer_memory;
svc_handler svc_close_handle;
svc_handler svc_reset_signal;
svc_handler svc_wait_synchronization;
svc_handler svc_cancel_synchronization;
svc_handler svc_arbitrate_lock;
svc_handler svc_arbitrate_unlock;
svc_handler svc_wait_process_wide_key_atomic;
svc_handler svc_signal_process_wide_key;
svc_handler svc_get_system_tick;
svc_handler svc_connect_to_named_port;
svc_handler svc_send_sync_request;
svc_handler svc_send_sync_request_with_user_buffer;
svc_handler svc_get_process_id;
svc_handler svc_get_thread_id;
svc_handler svc_break;
svc_handler svc_output_debug_string;
svc_handler svc_return_from_exception;
svc_handler svc_get_info;
svc_handler svc_nothing_to_do;
svc_handler svc_map_physical_memory;
svc_handler svc_get_last_thread_info;
svc_handler svc_get_limit_value;
svc_handler svc_get_limit_current;
svc_handler svc_set_thread_activity;
svc_handler svc_get_thread_context;
svc_handler svc_wait_for_address;
svc_handler svc_signal_to_address;
svc_handler svc_create_event;
svc_handler svc_create_code_memory;
svc_handler svc_control_code_memory;
svc_handler svc_create_shared_memory;
svc_handler svc_map_transfer_memory;
svc_handler svc_unmap_transfer_memory;
svc_handler svc_process_cache;
svc_handler svc_set_process_memory_permission;
svc_handler svc_query_process_memory;
svc_handler svc_map_process_code_memory;
svc_handler svc_unmap_process_code_memory;
svc_handler svc_create_session;
svc_handler svc_accept_session;
svc_handler svc_reply_and_receive;
svc_handler svc_reply_and_receive_with_user_buffer;
svc_handler svc_create_port;
svc_handler svc_manage_named_port;
svc_handler svc_connect_to_port;

/* What handlers of several files need. */

/* References of the waitable objects behind an array of handles in guest memory; all or none. */
result svc_take_objects(uint64_t handles, int count, struct object **objects);
/* Pages for a message outside of the thread-local region: what the system answers where they are
 * not such. */
result svc_check_message_buffer(uint64_t address, uint64_t size);
/* A port name from guest memory into char[PORT_NAME_ROOM]; 0xee01 when it is longer. */
result svc_read_port_name(uint64_t address, char *name);

#endif
