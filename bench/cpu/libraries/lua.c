/* SPDX-License-Identifier: MIT */
/* One script again and again: numbers, tables, strings, closures and methods. */
#include "kernel.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>

kernel_run kernel_lua;

static const char script[] =
    "local Point = {}\n"
    "Point.__index = Point\n"
    "function Point.new(x, y) return setmetatable({x = x, y = y}, Point) end\n"
    "function Point:add(o) return Point.new(self.x + o.x, self.y + o.y) end\n"
    "local function fibonacci(n)\n"
    "  if n < 2 then return n end\n"
    "  return fibonacci(n - 1) + fibonacci(n - 2)\n"
    "end\n"
    "local function queens(n)\n"
    "  local column, up, down, found = {}, {}, {}, 0\n"
    "  local function place(row)\n"
    "    if row > n then found = found + 1 return end\n"
    "    for c = 1, n do\n"
    "      if not (column[c] or up[row + c] or down[row - c + n]) then\n"
    "        column[c], up[row + c], down[row - c + n] = true, true, true\n"
    "        place(row + 1)\n"
    "        column[c], up[row + c], down[row - c + n] = false, false, false\n"
    "      end\n"
    "    end\n"
    "  end\n"
    "  place(1)\n"
    "  return found\n"
    "end\n"
    "return function(round)\n"
    "  local sum, p = fibonacci(14) + queens(5), Point.new(round, 1)\n"
    "  for i = 1, 200 do p = p:add(Point.new(i, i * 0.5)) end\n"
    "  local words = {}\n"
    "  for i = 1, 150 do words[i] = ('w%d'):format(i * 7919 % 211) end\n"
    "  table.sort(words)\n"
    "  local text = table.concat(words, ' ')\n"
    "  for word in text:gmatch('%a%d+') do sum = sum + #word end\n"
    "  text = text:gsub('1(%d)', '%1-'):upper()\n"
    "  for i = 1, #text, 3 do sum = (sum * 31 + text:byte(i)) % 1000003 end\n"
    "  return math.floor(sum + p.x + p.y)\n"
    "end\n";

uint64_t kernel_lua(uint32_t rounds) {
    lua_State *L = luaL_newstate();
    uint64_t sum = 0;
    luaL_openlibs(L);
    if (luaL_dostring(L, script)) {
        printf("lua: %s\n", lua_tostring(L, -1));
        exit(1);
    }
    for (uint32_t r = 0; r < rounds; r++) {
        lua_pushvalue(L, -1);
        lua_pushinteger(L, r);
        lua_call(L, 1, 1);
        sum = sum * 3 + (uint64_t)lua_tointeger(L, -1);
        lua_pop(L, 1);
    }
    lua_close(L);
    return sum;
}
