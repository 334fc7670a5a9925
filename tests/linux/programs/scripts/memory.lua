-- SPDX-License-Identifier: MIT
-- The collector in both modes, finalizers, weak tables, and a benchmark's worth of garbage.
local finalized = {}
do
  for i = 1, 5 do setmetatable({}, { __gc = function() finalized[#finalized + 1] = i end }) end
end
collectgarbage()
collectgarbage()
table.sort(finalized)
print(table.concat(finalized, " "))
local weak = setmetatable({}, { __mode = "v" })
local kept = {}
for i = 1, 100 do
  local t = { i }
  weak[i] = t
  if i % 10 == 0 then kept[#kept + 1] = t end
end
collectgarbage()
local left = 0
for _ in pairs(weak) do left = left + 1 end
print(left)
local ephemeron = setmetatable({}, { __mode = "k" })
for i = 1, 50 do local key = {}; ephemeron[key] = { key } end
collectgarbage()
print(next(ephemeron))
local function tree(depth)
  if depth == 0 then return {} end
  return { tree(depth - 1), tree(depth - 1) }
end
local function count(t) return t[1] and 1 + count(t[1]) + count(t[2]) or 1 end
for _, mode in ipairs({ "incremental", "generational" }) do
  collectgarbage(mode)
  local nodes = 0
  for depth = 4, 12 do nodes = nodes + count(tree(depth)) end
  local text = ""
  for i = 1, 2000 do text = text .. i % 10 end
  print(mode == "generational" and "second" or "first", nodes, #text)
end
collectgarbage("incremental")
collectgarbage("stop")
local before = collectgarbage("count")
for i = 1, 1000 do local t = { i } end
print(collectgarbage("count") > before, collectgarbage("isrunning"))
collectgarbage("restart")
collectgarbage()
print(collectgarbage("count") < before + 100)
