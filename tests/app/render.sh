# `laguna render`: pictures and movies without a window.
source "$(dirname "$0")/../lib.bash"
unset DISPLAY WAYLAND_DISPLAY
scene=$scenes/drop.lua
# width and height that a PNG says it has (ISO 15948, chunk IHDR)
cat >png.lua <<'LUA'
local s = assert(io.open(arg[1], "rb")):read("a")
assert(s:sub(1, 8) == "\137PNG\r\n\26\n" and s:sub(-8, -5) == "IEND", "not a PNG")
print(("%dx%d"):format(string.unpack(">I4I4", s, 17)))
LUA
png_size() { lua5.4 png.lua "$1"; }

code "a picture" 0 "$laguna" render "$scene" --frames 10 -o a.png --size 320x200 --threads 1
same "of the size asked for" "$(png_size a.png)" 320x200
code "the same with two threads" 0 "$laguna" render "$scene" --frames 10 -o b.png --size 320x200 --threads 2
true_that "the same bytes" cmp a.png b.png
for name in drop two; do # 2-D; a split view with 3-D
  LAGUNA_ISA=sse2 "$laguna" render "$scenes/$name.lua" --frames 4 -o sse2.png --size 321x203
  for path in avx2 avx512; do
    LAGUNA_ISA=$path "$laguna" render "$scenes/$name.lua" --frames 4 -o path.png --size 321x203
    true_that "the same bytes on the path $path, $name.lua" cmp sse2.png path.png
  done
done
code "of an earlier frame" 0 "$laguna" render "$scene" --frames 1 -o c.png --size 320x200
true_that "is another picture" bash -c '! cmp -s a.png c.png'
sed 's/^return world/world.color_by = function(p) return p.x + nothing end\n&/' "$scene" >color.lua
code "colours that fail: exit 1" 1 "$laguna" render color.lua --frames 2 -o color.png --size 64x48
says "with file and line" err "color.lua:6: attempt to compute with a nil value"
true_that "and no picture" test ! -e color.png
sed 's/^return world/function world:draw(g) g:disc({0, 0}, 99, {1, 0, 0}) end\n&/' "$scene" >over.lua
code "a scene that draws over its picture" 0 "$laguna" render over.lua --frames 1 -o over.png --size 320x200
true_that "covers it: one colour packs better than a picture" test "$(stat -c %s over.png)" -lt "$(($(stat -c %s c.png) / 2))"
sed -i 's/g:disc/g:dics/' over.lua
code "a draw hook that fails: exit 1" 1 "$laguna" render over.lua --frames 1 -o none.png --size 64x48
says "with file and line, too" err "over.lua:6: g: unknown method 'dics' .did you mean 'disc'"
code "the default size" 0 "$laguna" render "$scene" --frames 1 -o d.png
same "is 1280 x 720" "$(png_size d.png)" 1280x720
code "a sequence" 0 "$laguna" render "$scene" --frames 3 -o 'f-%03d.png' --size 64x48
same "has a picture each frame" "$(ls f-*.png | tr '\n' ' ')" "f-001.png f-002.png f-003.png "
code "a split view" 0 "$laguna" render "$scenes/two.lua" --frames 2 -o two.png --size 400x200
same "is one picture" "$(png_size two.png)" 400x200
code "--json" 0 "$laguna" render "$scene" --frames 2 -o j.png --size 64x48 --json
same "is one JSON object" "$(json out width)" 64
true_that "with the hash of the same run" test "$(json out hash)" = "$("$laguna" run "$scene" --frames 2 | tail -n 1 | cut -c7-)"

code "--id: a particle under the microscope" 0 "$laguna" render "$scene" --frames 2 -o k.png --size 640x480 --id 3 --json
same "that changes no bit of it" "$(json out hash)" "$("$laguna" run "$scene" --frames 2 | tail -n 1 | cut -c7-)"
"$laguna" render "$scene" --frames 2 -o l.png --size 640x480 >/dev/null
true_that "and draws over the picture" test "$(compare -metric AE k.png l.png null: 2>&1 | cut -d. -f1)" -gt 2000
code "one that is not there: exit 1" 1 "$laguna" render "$scene" --frames 2 -o m.png --size 64x48 --id 99999
says "in a sentence" err "there is no particle 99999 up to frame 2"
true_that "and no picture" test ! -e m.png
sed 's/^return world/function world:after_step() self:watch(3) end\n&/' "$scene" >watch.lua
code "world:watch" 0 "$laguna" render watch.lua --frames 2 -o n.png --size 640x480
true_that "shows what --id does" cmp k.png n.png

# ---- a machine without fonts ----
echo '<fontconfig/>' >fonts.conf
FONTCONFIG_FILE=$PWD/fonts.conf code "a picture without a font" 0 "$laguna" render "$scene" --frames 1 -o plain.png --size 320x200
same "says what it lacks, and the cure" "$(cat err)" "laguna: text: no font was found, so pictures have no text: install the package fonts-dejavu-core"
true_that "and is another picture than with text" bash -c '! cmp -s c.png plain.png'

if command -v ffmpeg >/dev/null; then
  code "a movie" 0 "$laguna" render "$scene" --frames 6 -o a.mp4 --size 160x120
  same "is an MP4 file (ISO 14496-12)" "$(head -c 8 a.mp4 | tail -c 4)" ftyp
  code "an animation" 0 "$laguna" render "$scene" --frames 4 -o a.gif --size 160x120
  same "is a GIF file" "$(head -c 6 a.gif)" GIF89a
  if command -v ffprobe >/dev/null; then
    same "the movie has all frames" "$(ffprobe -v error -count_frames -select_streams v -show_entries stream=nb_read_frames \
      -of csv=p=0 a.mp4 | tr -d ,)" 6
  fi
  code "a scene that breaks: exit 1" 1 "$laguna" render "$scenes/hook_error.lua" --frames 20 -o broken.mp4 --size 64x48
  true_that "leaves no movie, not even half of one" bash -c '! ls | grep -q broken'
  setsid "$laguna" render "$scene" --frames 100000 -o i.mp4 --size 160x120 >out 2>err &
  pid=$!
  children+=($pid)
  sleep 2
  kill -INT -- -$pid || kill -INT $pid    # to the whole group, as a terminal does
  wait $pid
  same "SIGINT: exit 130" $? 130
  same "and the movie so far is kept" "$(head -c 8 i.mp4 | tail -c 4)" ftyp
else
  skip "movies" "ffmpeg is not there"
fi
mkdir empty
code "without ffmpeg: exit 3" 3 env PATH="$work/empty" "$laguna" render "$scene" --frames 2 -o no.mp4 --size 64x48
one_sentence "and one sentence" err
says "that names ffmpeg" err ffmpeg
code "a folder that is not there: exit 3" 3 "$laguna" render "$scene" --frames 1 -o no/a.png --size 64x48
one_sentence "in one sentence" err
code "a rejected step: exit 4" 4 "$laguna" render "$scenes/guard.lua" --frames 20 -o g.png --size 64x48
true_that "and no picture" test ! -e g.png
finish
