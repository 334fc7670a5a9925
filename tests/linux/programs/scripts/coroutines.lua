-- SPDX-License-Identifier: MIT
-- Coroutines: generators, pipelines, errors inside, yields through pcall, metamethods and C.
local function generate(n)
  return coroutine.wrap(function() for i = 1, n do coroutine.yield(i) end end)
end
local sum = 0
for i in generate(10000) do sum = sum + i end
print(sum)
local function filter(f, source)
  return coroutine.wrap(function() for x in source do if f(x) then coroutine.yield(x) end end end)
end
local primes, source = {}, generate(400)
source()
while true do
  local p = source()
  if not p then break end
  primes[#primes + 1] = p
  source = filter(function(x) return x % p ~= 0 end, source)
  if #primes > 40 then break end
end
print(table.concat(primes, " "))
local co = coroutine.create(function(a, b)
  local c = coroutine.yield(a + b)
  local d, e = coroutine.yield(a * c)
  return d .. e, coroutine.isyieldable()
end)
print(coroutine.resume(co, 3, 4))
print(coroutine.resume(co, 10))
print(coroutine.status(co), coroutine.resume(co, "x", "y"))
print(coroutine.status(co), coroutine.resume(co))
local failing = coroutine.create(function() coroutine.yield(1); error("inside", 0) end)
print(coroutine.resume(failing), coroutine.resume(failing))
print(coroutine.status(failing), coroutine.close(failing))
local through = coroutine.wrap(function()
  local ok, value = pcall(function()
    local got = coroutine.yield("in pcall")
    error("got " .. got, 0)
  end)
  coroutine.yield(value)
  local t = setmetatable({}, { __add = function(_, x) return coroutine.yield("in add") + x end })
  return t + 5
end)
print(through(), through("this"), through(), through(37))
local from_c = coroutine.wrap(function(...) return pause_here(...) end)
print(from_c(1, 2))
print(from_c("back"))
local order = {}
local function task(name, n)
  return coroutine.create(function()
    for i = 1, n do order[#order + 1] = name .. i; coroutine.yield() end
  end)
end
local tasks = { task("a", 3), task("b", 5), task("c", 2) }
while #tasks > 0 do
  for i = #tasks, 1, -1 do
    coroutine.resume(tasks[i])
    if coroutine.status(tasks[i]) == "dead" then table.remove(tasks, i) end
  end
end
print(table.concat(order, " "))
local function deep(n) if n == 0 then coroutine.yield("bottom") else deep(n - 1) end return n end
local diver = coroutine.wrap(deep)
print(diver(100), diver())
local _, thrown = pcall(coroutine.wrap(function() error({ code = 7 }) end))
print(thrown.code)
local many = {}
for i = 1, 2000 do many[i] = coroutine.wrap(function() local x = i; while true do x = x + coroutine.yield(x) end end) many[i]() end
local total = 0
for round = 1, 3 do for i = 1, 2000 do total = total + many[i](round) end end
print(total)
