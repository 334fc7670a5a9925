-- SPDX-License-Identifier: MIT
-- Patterns, formats, packing and conversion of numbers.
local words = {}
for word in ("the quick brown fox jumps over the lazy dog"):gmatch("%a+") do
  words[#words + 1] = word:gsub("^%l", string.upper)
end
print(table.concat(words, " "), #words)
print(("key = value # note"):match("^(%w+)%s*=%s*(%w+)%s*#%s*(.*)$"))
print(("f(a(b)c)d"):match("%b()"), ("THE (quick) fox"):find("%((%a+)%)"))
print(("abc"):rep(3, "-"), ("hello"):byte(1, -1))
print(string.format("%5d|%-8s|%+.3f|%e|%g|%x|%q|%c", 42, "left", 3.14159, 12345.678, 1e20, 255,
  'a "quoted"\nline\0end', 65))
print(string.format("%a %.3a %i %s", 1.5, 0.1, -7, nil))
print(("x"):rep(10000):len(), ("banana"):gsub("a", { a = "4" }), ("abc"):reverse())
print(string.pack("<i4 >i2 z s1 d", -2, 513, "zero", "one", 0.5):byte(1, -1))
print(string.unpack("<i3 B z", "\255\255\127\200text\0rest"))
print(tonumber("0x1p4"), tonumber("1e-3"), tonumber("z", 36), tonumber("8", 8), tonumber("  12  "))
print(10 // 3, -10 // 3, 10 % -3, 7.5 // 2, 2 ^ 0.5, 1 / 0, -1 / 0, 0 / 0 ~= 0 / 0)
print(1 << 62, -1 >> 1, 0xff ~ 0x0f, ~0, 5 & 6 | 8, math.maxinteger + 1 == math.mininteger)
print("10" + 5, "3" * "4", 10 .. 20, #"\u{20AC}", utf8.char(72, 228, 8364, 128512))
for position, code in utf8.codes("aä€😀") do io.write(position, ":", code, " ") end
print(utf8.len("aä€😀"), utf8.offset("aä€😀", 3))

local function hash(text)
  local h = 5381
  for i = 1, #text do h = (h * 33 + text:byte(i)) & 0xffffffff end
  return h
end
local parts, sum = {}, 0
for i = 1, 20000 do
  parts[#parts + 1] = ("%d:%s"):format(i, ("%x"):format(i * 2654435761 & 0xffffff))
end
local all = table.concat(parts, ",")
for number, digits in all:gmatch("(%d+):(%x+)") do
  sum = sum + tonumber(number) * (tonumber(digits, 16) % 97)
end
print(#all, hash(all), sum, select(2, all:gsub("a+b", "")))
