# No false alarm: every shipped scene, and every lesson that is not meant to fail, for 10 s (3-D: 2 s).
source "$(dirname "$0")/../lib.bash"
for scene in "$root"/examples/scenes/*.lua "$root"/examples/physics/*.lua "$root"/examples/lessons/*.lua; do
  name=$(basename "$scene" .lua) seconds=10
  case $name in *3d* | pillars | vortex) seconds=2 ;; 08_time_step | 11_clumps | 12_constraint) continue ;; esac # these are there to be ill
  "$laguna" check "$scene" --run "${seconds}s" >out 2>err
  same "$name: nothing to say in $seconds s" "$?:$(grep -c 'warning: t = ' out)" "0:0"
  grep 'warning: t = ' out | sed 's/^/# /'
done
finish
