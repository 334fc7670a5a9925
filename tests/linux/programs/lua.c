/* SPDX-License-Identifier: MIT */
/* Runs Lua scripts, each in a state of its own: lua SCRIPT... */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <string.h>

/* Calls back into Lua; errors pass through this frame by longjmp. */
static int twice(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    for (int i = 1; i <= 2; i++) {
        lua_pushvalue(L, 1);
        lua_pushinteger(L, i);
        lua_call(L, 1, 1);
    }
    return 2;
}

/* Yields from C, and goes on in a continuation. */
static int resumed(lua_State *L, int status, lua_KContext context) {
    lua_pushinteger(L, status);
    lua_pushinteger(L, (lua_Integer)context);
    return lua_gettop(L);
}

static int pause_here(lua_State *L) {
    return lua_yieldk(L, lua_gettop(L), 42, resumed);
}

int main(int argc, char **argv) {
    int status = 0;
    for (int i = 1; i < argc; i++) {
        const char *name = strrchr(argv[i], '/');
        lua_State *L = luaL_newstate();
        luaL_openlibs(L);
        lua_register(L, "twice", twice);
        lua_register(L, "pause_here", pause_here);
        printf("-- %s\n", name ? name + 1 : argv[i]);
        if (luaL_dofile(L, argv[i])) {
            printf("error: %s\n", lua_tostring(L, -1));
            status = 1;
        }
        lua_close(L);
    }
    return status;
}
