# kill -9 at random moments of saving, exporting and rendering over files that are there: each is the old one or the new
# one, whole. FAULT_KILLS: how often (default 40; `make check`: 200).
source "$(dirname "$0")/../lib.bash"
kills=${FAULT_KILLS:-40}
cat >scene.lua <<'EOF'
local lg = require "laguna"
local w = lg.world { bounds = {{0, 0}, {4, 4}}, spacing = 0.02, solver = lg.solver.particles {} }
w:add(lg.emitter.volume { shape = lg.shape.box { max = {4, 4} } })
return w
EOF
runs() { "$laguna" run scene.lua --frames "$1" --threads 1 --save x.lgs --export p.csv >out 2>err; }
draws() { "$laguna" render scene.lua --frames "$1" --threads 1 --size 320x240 -o x.png >out 2>err; }

# The old files, and the new ones.
mkdir old new
runs 1 && draws 1 && mv x.lgs p.csv x.png old/
began=$EPOCHREALTIME
runs 2 && mv x.lgs p.csv new/
run_ms=$(awk "BEGIN { print int(1000 * ($EPOCHREALTIME - $began)) }")
began=$EPOCHREALTIME
draws 2 && mv x.png new/
draw_ms=$(awk "BEGIN { print int(1000 * ($EPOCHREALTIME - $began)) }")
true_that "there are old files and new ones" test -s old/x.lgs -a -s old/p.csv -a -s old/x.png -a -s new/x.lgs -a -s new/p.csv -a -s new/x.png

wrong=0 mid=0
RANDOM=7
for ((i = 0; i < kills; i++)); do
  cp old/* .
  if ((i % 2)); then ms=$draw_ms; command=(render --size 320x240 -o x.png); else ms=$run_ms; command=(run --save x.lgs --export p.csv); fi
  # mostly near the end, where the files are written
  wait_ms=$((i % 3 ? ms * (60 + RANDOM % 45) / 100 : RANDOM % (ms + 1)))
  "$laguna" "${command[0]}" scene.lua --frames 2 --threads 1 "${command[@]:1}" >out 2>err &
  pid=$!
  sleep "$(printf '0.%03d' "$wait_ms" | sed 's/0\.\([0-9]\)\([0-9]\{3\}\)$/\1.\2/')"
  kill -9 $pid 2>/dev/null && mid=$((mid + 1))
  wait $pid 2>/dev/null
  for f in x.lgs p.csv x.png; do
    cmp -s $f old/$f || cmp -s $f new/$f || { fail "kill $i" "$f is neither the old file nor the new one"; wrong=1; }
  done
done
same "every file is whole" "$wrong" 0
true_that "most were killed in the middle" test "$mid" -gt $((kills / 4))
echo "# kills: $kills, $mid of them in the middle, $wrong left a torn file"
finish
