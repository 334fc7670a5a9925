/* SPDX-License-Identifier: MIT */
#include "service/account.h"

#include "service/answers.h"
#include "service/ports.h"

#include <string.h>

/* acc:u0 and its kin: one user, always signed in on this machine and never online. */

#define UNKNOWN_USER RESULT(124, 100) /* 0xc87c */

const struct account_uid account_user = {{0x6c646e6977ull, 0x10000000737361ull}};

static bool is_user(const void *uid) {
    return !memcmp(uid, &account_user, sizeof account_user);
}

/* {uid[16], u64 time of the last edit, char nickname[0x20]} */
static void put_base(uint8_t *out) {
    const char *name = service_options.nickname ? service_options.nickname : "windlass";
    memcpy(out, &account_user, sizeof account_user);
    memcpy(out + 0x18, name, strnlen(name, 0x1f));
}

static result profile_get(struct call *c) {
    struct buffer b = call_buffer_out(c, 0);
    if (b.size)
        memset(b.data, 0, b.size);
    put_base(call_out(c));
    return 0;
}

static result profile_get_base(struct call *c) {
    put_base(call_out(c));
    return 0;
}

/* No picture: its size is 0. */
static const struct command profile_commands[] = {
    SERVED(0, "Get", profile_get, 0, 0x38),
    SERVED(1, "GetBase", profile_get_base, 0, 0x38),
    FIXED(10, "GetImageSize", 4, 0),
    FIXED(11, "LoadImage", 4, 0),
};
static const struct interface profile = INTERFACE("IProfile", profile_commands, NULL);

static result get_user_existence(struct call *c) {
    *(uint8_t *)call_out(c) = is_user(call_in(c));
    return 0;
}

/* The rest of the list is zeros. */
static result list_users(struct call *c) {
    struct buffer b = call_buffer_out(c, 0);
    if (b.size)
        memset(b.data, 0, b.size);
    if (b.size >= sizeof account_user)
        memcpy(b.data, &account_user, sizeof account_user);
    return 0;
}

static result get_user(struct call *c) {
    memcpy(call_out(c), &account_user, sizeof account_user);
    return 0;
}

static result get_profile(struct call *c) {
    if (!is_user(call_in(c)))
        return UNKNOWN_USER;
    call_return_object(c, &profile, NULL);
    return 0;
}

static const struct command commands[] = {
    FIXED(0, "GetUserCount", 4, 1),
    SERVED(1, "GetUserExistence", get_user_existence, 16, 1),
    SERVED(2, "ListAllUsers", list_users, 0, 0),
    SERVED(3, "ListOpenUsers", list_users, 0, 0),
    SERVED(4, "GetLastOpenedUser", get_user, 0, 16),
    SERVED(5, "GetProfile", get_profile, 16, 0),
    FIXED(50, "IsUserRegistrationRequestPermitted", 1, 0),
    SERVED(51, "TrySelectUserWithoutInteraction", get_user, 1, 16),
    ACCEPTED(100, "InitializeApplicationInfoV0"),
    ACCEPTED(140, "InitializeApplicationInfo"),
};
static const struct interface root = INTERFACE("IAccountService", commands, NULL, &profile);

const struct port port_acc_u0 = {.name = "acc:u0", .root = &root};
const struct port port_acc_u1 = {.name = "acc:u1", .root = &root};
const struct port port_acc_su = {.name = "acc:su", .root = &root};
