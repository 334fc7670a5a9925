-- SPDX-License-Identifier: MIT
-- Floating point: the library's functions, n-body, a matrix, Mandelbrot's set, random numbers.
for _, x in ipairs({ 0.1, 0.5, 1, 2.5, 10, 100.25, 1e10 }) do
  print(("%.10g %.10g %.10g %.10g %.10g %.10g %.10g"):format(math.sin(x), math.cos(x), math.tan(x),
    math.exp(-x), math.log(x), math.sqrt(x), math.atan(x, 2)))
end
print(math.floor(-3.5), math.ceil(-3.5), math.fmod(-7, 3), math.modf(-3.25), math.abs(-0.0))
print(math.tointeger(3.0), math.type(1), math.type(1.0), math.type("1"), math.ult(1, -1))
print(math.huge, -math.huge, math.pi, math.maxinteger, math.mininteger, 2^63, -2^63)
print(7 // 2.0, -7 % 2.5, 5.3 % math.huge, -5.3 % math.huge, 1e308 * 10, 3 | 0, 2^31 | 0)

local bodies = {}
for i = 1, 5 do
  bodies[i] = { x = i * 1.5, y = (i * 7 % 5) - 2, z = i * 0.25, vx = 0.1 * i, vy = 0.3 - i * 0.1, vz = 0,
    m = 1 / i }
end
local function step(dt)
  for i, a in ipairs(bodies) do
    for j = i + 1, #bodies do
      local b = bodies[j]
      local dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
      local d = math.sqrt(dx * dx + dy * dy + dz * dz)
      local f = dt / (d * d * d)
      a.vx, a.vy, a.vz = a.vx - dx * b.m * f, a.vy - dy * b.m * f, a.vz - dz * b.m * f
      b.vx, b.vy, b.vz = b.vx + dx * a.m * f, b.vy + dy * a.m * f, b.vz + dz * a.m * f
    end
  end
  for _, b in ipairs(bodies) do b.x, b.y, b.z = b.x + dt * b.vx, b.y + dt * b.vy, b.z + dt * b.vz end
end
for _ = 1, 2000 do step(0.001) end
for _, b in ipairs(bodies) do print(("%.17g %.17g %.17g"):format(b.x, b.y, b.z)) end

local n = 24
local a, b = {}, {}
for i = 1, n do
  a[i], b[i] = {}, {}
  for j = 1, n do a[i][j], b[i][j] = i / j, (i - j) / (i + j) end
end
local trace = 0
for i = 1, n do
  for j = 1, n do
    local s = 0
    for k = 1, n do s = s + a[i][k] * b[k][j] end
    if i == j then trace = trace + s end
  end
end
print(("%.17g"):format(trace))

local inside = 0
for py = -20, 20 do
  for px = -40, 20 do
    local cr, ci, zr, zi, i = px / 20, py / 16, 0, 0, 0
    while i < 60 and zr * zr + zi * zi < 4 do zr, zi, i = zr * zr - zi * zi + cr, 2 * zr * zi + ci, i + 1 end
    inside = inside + i
  end
end
print(inside)
math.randomseed(42, 7)
local seen = {}
for i = 1, 8 do seen[i] = math.random(1000) end
print(table.concat(seen, " "), ("%.17g"):format(math.random()), math.random(0))
