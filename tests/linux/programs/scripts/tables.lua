-- SPDX-License-Identifier: MIT
-- Tables, metatables, sorting, closures and upvalues.
local function random(seed)
  return function(n)
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return seed // 65536 % n
  end
end
local next_number = random(1)
local list = {}
for i = 1, 5000 do list[i] = next_number(100000) end
table.sort(list)
local ordered = true
for i = 2, #list do ordered = ordered and list[i - 1] <= list[i] end
print(ordered, list[1], list[2500], list[5000])
table.sort(list, function(a, b) return a % 1000 > b % 1000 or (a % 1000 == b % 1000 and a < b) end)
print(list[1], list[2500], list[5000])

local counts, keys = {}, {}
for i = 1, 20000 do
  local key = "k" .. next_number(300)
  counts[key] = (counts[key] or 0) + 1
end
for key in pairs(counts) do keys[#keys + 1] = key end
table.sort(keys)
print(#keys, keys[1], counts[keys[1]], keys[#keys], counts[keys[#keys]])

local Vector = {}
Vector.__index = Vector
Vector.__add = function(a, b) return setmetatable({ a[1] + b[1], a[2] + b[2] }, Vector) end
Vector.__mul = function(a, k) return setmetatable({ a[1] * k, a[2] * k }, Vector) end
Vector.__eq = function(a, b) return a[1] == b[1] and a[2] == b[2] end
Vector.__lt = function(a, b) return a[1] < b[1] end
Vector.__le = function(a, b) return a[1] <= b[1] end
Vector.__len = function() return 2 end
Vector.__call = function(self, i) return self[i] end
Vector.__tostring = function(v) return ("(%g, %g)"):format(v[1], v[2]) end
Vector.__concat = function(a, b) return tostring(a) .. "~" .. tostring(b) end
Vector.__close = function(v) print("closed", v) end
local function vector(x, y) return setmetatable({ x, y }, Vector) end
local a, b = vector(1, 2), vector(3, 4)
print(a + b * 2, a == vector(1, 2), a < b, a <= b, #a, b(2), a .. b)
do
  local first <close> = vector(5, 6)
  local second <close> = vector(7, 8)
end
local log = {}
local proxy = setmetatable({}, {
  __index = function(_, k) log[#log + 1] = "get " .. k; return k .. "!" end,
  __newindex = function(t, k, v) log[#log + 1] = "set " .. k; rawset(t, k, v) end,
})
proxy.one = proxy.two
print(proxy.one, proxy.three, table.concat(log, " "))

local functions = {}
for i = 1, 5 do
  local j = i * i
  functions[i] = { function() j = j + 1; return i, j end, function() return j end }
end
print(functions[3][1](), functions[3][1](), functions[3][2](), functions[4][2]())
local function fold(f, start, ...)
  for i = 1, select("#", ...) do start = f(start, (select(i, ...))) end
  return start
end
print(fold(math.max, 0, 4, 9, 2), fold(function(x, y) return x .. y end, "", "a", "b", "c"))
print(table.unpack({ 1, 2, 3, nil, 5 }, 1, 5))
print(table.concat(table.move({ 1, 2, 3, 4, 5 }, 2, 5, 1), " "), table.remove({ 7, 8, 9 }, 1))

local function permutations(n)
  local used, order, count, sum = {}, {}, 0, 0
  local function go(k)
    if k > n then
      count = count + 1
      for i = 1, n do sum = sum + order[i] * i * (count % 7) end
      return
    end
    for i = 1, n do
      if not used[i] then
        used[i], order[k] = true, i
        go(k + 1)
        used[i] = nil
      end
    end
  end
  go(1)
  return count, sum
end
print(permutations(7))
goto done
print("left out")
::done::
