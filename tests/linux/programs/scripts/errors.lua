-- SPDX-License-Identifier: MIT
-- Errors pass through Lua and C frames; each is a longjmp to the nearest protected call.
local function depth(n, value)
  if n == 0 then error(value) end
  local ok = depth(n - 1, value)
  return ok
end
print(pcall(depth, 50, "from below"))
print(pcall(depth, 3, { 1 }) , select(2, pcall(depth, 2, setmetatable({}, { __tostring = function() return "an object" end }))))
print(pcall(error), pcall(error, nil), pcall(error, "no place", 0))
print(xpcall(depth, function(m) return "handled: " .. tostring(m) end, 5, "x"))
print(pcall(twice, function(i) if i == 2 then error("second time") end return i end))
print(twice(function(i) return i * 10 end))
print(pcall(string.rep))
print(pcall(function() return 1 + {} end))
print(pcall(function() return #5 end))
print(pcall(function() local t = nil; return t.x end))
print(pcall(function() return 1 < "2" end))
print(pcall(function() return math.tointeger(2^53) | 1.5 end))
print(pcall(function() return 1 // 0 end))
print(pcall(string.format, "%d", 1.5))
print(select("#", pcall(function() return 1, nil, 3, nil end)))
local caught = 0
for i = 1, 20000 do
  if not pcall(depth, i % 8, i) then caught = caught + 1 end
end
print(caught)
local function nest(n)
  if n == 0 then error("innermost") end
  local ok, message = pcall(nest, n - 1)
  error(n .. "<" .. message:gsub("^.-:%d+: ", ""), 0)
end
print(pcall(nest, 20))
local function endless() return endless() + 1 end
local ok, message = pcall(endless)
print(ok, message:match("stack overflow"))
print(pcall(function()
  return setmetatable({}, { __index = function(_, k) error("no " .. k, 0) end }).f
end))
print(load("return 1 +", "chunk"))
print(load("x = = 2", "=chunk"))
print(pcall(load, function() error("reader", 0) end))
local closed = {}
print(pcall(function()
  local a <close> = setmetatable({}, { __close = function(_, e) closed[1] = e end })
  error("while open", 0)
end), closed[1])
