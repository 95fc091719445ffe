# Particles and tables as files: whole or not at all.
source "$(dirname "$0")/../lib.bash"
scene=$scenes/drop.lua
count() { "$laguna" run "$scene" --frames "$1" --json 2>/dev/null >c.json && json c.json particles; }

code "a numbered export" 0 "$laguna" run "$scene" --frames 3 --export 'p-%04d.csv' --threads 1
same "writes every frame" "$(ls p-*.csv | tr '\n' ' ')" "p-0001.csv p-0002.csv p-0003.csv "
same "a row for each particle" "$(wc -l <p-0003.csv)" $(($(count 3) + 1))
says "with its columns" p-0003.csv "^id,x,y,vx,vy"
tail -n +2 p-0003.csv | cut -d, -f1 >ids
true_that "in order of id" sort -n -c -u ids
code "the same with two threads" 0 "$laguna" run "$scene" --frames 3 --export 'q-%04d.csv' --threads 2
true_that "the same bytes" cmp p-0003.csv q-0003.csv
differs "frames differ" "$(md5sum <p-0001.csv)" "$(md5sum <p-0003.csv)"

code "a plain name" 0 "$laguna" run "$scene" --frames 3 --export last.csv
true_that "is the last frame" cmp last.csv p-0003.csv

code "PLY" 0 "$laguna" run "$scene" --frames 3 --export p.ply
says "has the count in its header" p.ply "^element vertex $(count 3)$"
properties=$(grep -ac '^property' p.ply)
header=$(grep -abo end_header p.ply | cut -d: -f1)
same "has as many bytes as it says" "$(wc -c <p.ply)" $((header + 11 + 4 * properties * $(count 3)))
for axis in x y z; do says "has $axis" p.ply "^property float $axis$"; done
# a fixed truth: the numbers of the text file are the bytes of the binary one
cat >compare.lua <<'LUA'
local ply = assert(io.open("p.ply", "rb")):read("a")
local body = select(2, ply:find("end_header\n", 1, true)) + 1
local names = {}
for type, name in ply:sub(1, body):gmatch("property (%a+) (%S+)\n") do names[#names + 1] = { type, name } end
local lines = io.lines("last.csv")
local head = {}
for name in lines():gmatch("[^,]+") do head[#head + 1] = name end
for line in lines do
  local row, k = {}, 0
  for cell in line:gmatch("[^,]+") do k = k + 1; row[head[k]] = tonumber(cell) end
  for _, n in ipairs(names) do
    local value
    value, body = string.unpack(n[1] == "int" and "<i4" or "<f", ply, body)
    local want = row[n[2]] or 0
    assert(value == string.unpack("<f", string.pack("<f", want)) or value == want, n[2])
  end
end
assert(body == #ply + 1)
LUA
true_that "PLY and CSV hold the same numbers" lua5.4 compare.lua

code "VTP, for ParaView" 0 "$laguna" run "$scene" --frames 3 --export p.vtp
says "has the count" p.vtp "NumberOfPoints=\"$(count 3)\""
if command -v xmllint >/dev/null; then true_that "is XML" xmllint --noout p.vtp; else skip "is XML" "no xmllint"; fi
cat >tank.lua <<'LUA'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.flip {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
return world
LUA
code "VTI, a solver's grids for ParaView" 0 "$laguna" run tank.lua --frames 2 --export 'g-%d.vti'
says "has the cells" g-2.vti 'Extent="0 10 0 10 0 0"'
cat >base64.lua <<'LUA'
local text = io.open("g-2.vti"):read "a"
local data, digits = text:match "\n_([%w+/=]+)", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
local function bytes(from)
  local out = {}
  for a, b, c, d in data:sub(from + 1):gmatch "(.)(.)(.)(.)" do
    local n = 0
    for _, s in ipairs { a, b, c, d } do n = n * 64 + (s == "=" and 0 or digits:find(s, 1, true) - 1) end
    out[#out + 1] = string.char(n >> 16, n >> 8 & 255, n & 255)
    if d == "=" then break end
  end
  return table.concat(out)
end
local at = tonumber(text:match 'Name="type"[^>]*offset="(%d+)"')
local raw, kinds = bytes(at), {}
assert(string.unpack("<I8", raw) == 400)
for i = 0, 99 do kinds[i] = string.unpack("<f", raw, 9 + 4 * i) end
assert(kinds[0] == 0 and kinds[99] == 2, "water below on the left, air above on the right")
LUA
true_that "holds what it says" lua5.4 base64.lua
if command -v xmllint >/dev/null; then true_that "is XML, too" xmllint --noout g-2.vti; else skip "is XML, too" "no xmllint"; fi
code "no grid: exit 3" 3 "$laguna" run "$scene" --frames 2 --export g.vti
says "says who has one" err "lg.solver.flip has one"
code "OBJ" 0 "$laguna" run "$scene" --frames 3 --export p.obj
same "has a vertex for each particle" "$(grep -c '^v ' p.obj)" "$(count 3)"
code "another extension: exit 2" 2 "$laguna" run "$scene" --frames 3 --export p.xyz
says "says which there are" err "\.csv, \.ply, \.vtp or \.obj"

code "two worlds: two files" 0 "$laguna" run "$scenes/two.lua" --frames 2 --export 'w-%d.csv'
same "named after them" "$(ls w-*.csv | tr '\n' ' ')" "w-1-world1.csv w-1-world2.csv w-2-world1.csv w-2-world2.csv "

code "a folder that is not there: exit 3" 3 "$laguna" run "$scene" --frames 2 --export 'no/p-%d.csv'
one_sentence "in one sentence" err
says "with the reason" err "no/p-0.csv.*does not exist"
code "a full disk: exit 3" 3 "$laguna" run "$scene" --frames 2 --stats /dev/full
one_sentence "in one sentence" err
says "with the reason" err "disk is full"
mkdir full.csv
code "a folder under that name: exit 3" 3 "$laguna" run "$scene" --frames 2 --export full.csv
one_sentence "in one sentence" err
same "nothing half-written is left" "$(ls -- *.part 2>/dev/null | wc -l)" 0

# a limit on the size of files stands for the disk that fills up in the middle of a file
(ulimit -f 4; trap '' XFSZ; "$laguna" run "$scene" --frames 2 --export big.csv >out 2>err)
same "a file that may not grow: exit 3" $? 3
true_that "leaves nothing under its name" test ! -e big.csv -a ! -e big.csv.part
finish
