# A disk that is full in the middle of a file, a folder that cannot be written: one sentence, exit code 3, and the file
# that was there is there still, whole. The disk is a limit on the size of files, at which writes fail as on a full one.
source "$(dirname "$0")/../lib.bash"
cat >scene.lua <<'EOF'
local lg = require "laguna"
local w = lg.world { bounds = {{0, 0}, {2, 2}}, spacing = 0.02, solver = lg.solver.flip {} }
w:add(lg.emitter.volume { shape = lg.shape.box { max = {2, 2} } })
return w
EOF
full() ( # full COMMAND...: with room for 8 KiB a file
  trap '' XFSZ
  ulimit -f 8
  exec "$@"
)

# check NAME FILE ARGUMENTS...: the program with these, where FILE is an old one
check() {
  local name=$1 file=$2
  shift 2
  echo old >"$file"
  code "$name on a full disk" 3 full "$laguna" "$@" --threads 1
  same "$name: the old file is there" "$(cat "$file")" old
  same "$name: nothing else is" "$(ls -A | grep -vxE "scene.lua|out|err|$file" | tr '\n' ' ')" ""
  says "$name: one sentence says why" err "^laguna: .*$file.*(too large|space|written)"
  rm -f "$file"
}

check "a checkpoint" x.lgs run scene.lua --frames 1 --save x.lgs
for form in csv ply vtp obj vti; do check "an export as $form" "p.$form" run scene.lua --frames 1 --export "p.$form"; done
check "a picture" x.png render scene.lua --frames 1 -o x.png
check "an animation" x.gif render scene.lua --frames 2 -o x.gif

mkdir closed
chmod a-w closed
if touch closed/x 2>/dev/null; then skip "a folder that cannot be written" "root writes everywhere"
else
  code "a checkpoint into a folder that cannot be written" 3 "$laguna" run scene.lua --frames 1 --save closed/x.lgs
  one_sentence "is one sentence" err
fi
# /sys is a folder where root can write nothing either.
if [ -d /sys/kernel ] && ! touch /sys/laguna 2>/dev/null; then
  for to in "run scene.lua --frames 1 --save /sys/x.lgs" "run scene.lua --frames 1 --export /sys/p.csv" \
    "run scene.lua --frames 1 --stats /sys/s.csv" "render scene.lua --frames 1 -o /sys/x.png" "render scene.lua --frames 2 -o /sys/x.gif"; do
    code "where nobody can write: $to" 3 "$laguna" $to
    says "and one sentence says so" err "^laguna: /sys/.*cannot be written"
  done
fi
code "a checkpoint into a folder that is not there" 3 "$laguna" run scene.lua --frames 1 --save none/x.lgs

# A pipe whose reader has gone: the exit code is that of a disk, nobody dies of a signal.
mkfifo gone
exec 5<>gone 4>gone 5<&-
for to in "run scene.lua --frames 1 --export -" "run scene.lua --frames 1 --save -" "render scene.lua --frames 1 -o -" \
  "render scene.lua --frames 2 -o -.gif" "run scene.lua --frames 2 --stats -"; do
  "$laguna" $to --threads 1 >&4 2>err
  same "a closed pipe: $to" $? 3
  says "and one sentence says so" err "^laguna: standard output.* cannot be written"
done
echo "# full disks, folders that cannot be written, closed pipes: $passed cases passed, $failed failed"
finish
