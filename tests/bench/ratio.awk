# Reads the lines of `laguna bench`, once or once a dispatch path, and of the yardsticks; passes them on, and ends with a table
# of ratios: to the attainable, of threads, to the textbook's program in the order of its rows and in a mixed one; then how the
# cost of a particle grows from 100 thousand to a million.
#
# Attainable: hand-written loops of each step, tried against their alternatives before the program was written, on two cores of an
# x86-64 server with AVX-512: ns a particle and step (or iteration). On another machine the ratios between the rows mean more than
# the figures. Columns: set-up, AVX-512 on 1 and 2 threads, AVX2 on 1 and 2 threads.
BEGIN {
  limits("dam_2d_10k     85 47 106 58"); limits("dam_3d_100k   149 78 187 96"); limits("dam_3d_1m      173 88")
  limits("pcisph_2d_10k  47 25");        limits("pcisph_3d_100k 74 38");        limits("dfsph_2d_10k   60 32")
  limits("dfsph_3d_100k  88 46");        limits("pbf_2d_10k     83 45");        limits("pbf_3d_100k   143 72")
  # FLIP's stages; the midpoint rule (advect) was not tried. Pressure: 19 and 10 ms for a 64^3 dam of 459 thousand particles, to
  # 1e-5.
  stage_limits("p2g 15 8"); stage_limits("g2p 21 11"); stage_limits("project 41 22")
}
function limits(row,    c) {
  split(row, c, / +/)
  limit[c[1], 1, "avx512"] = c[2]; limit[c[1], 2, "avx512"] = c[3]
  limit[c[1], 1, "avx2"] = c[4]; limit[c[1], 2, "avx2"] = c[5]
}
function stage_limits(row,    c) {
  split(row, c, / +/)
  stage_limit[c[1], 1] = c[2]; stage_limit[c[1], 2] = c[3]
}
{ print; fflush() }
/ns\/particle\/step/ {
  key = ""
  if ($6 == "textbook" || $6 == "mixed") { slow[$6, $1, $4] = $(NF - 1); next }
  if (($1, $4, $6) in ns) next # a path that this processor does not have ran as the next best
  key = $1 SUBSEP $4 SUBSEP $6
  ns[key] = $(NF - 1); order[++n] = key; threads = $4
}
key != "" && $1 == "an" { turn[key] = $3 }
key ~ /^flip/ && (($1, threads) in stage_limit) {
  printf "            attainable %d: %.2f of it\n", stage_limit[$1, threads], $2 / stage_limit[$1, threads]
}
key != "" && $1 == "efficiency" { efficiency[key] = $2 " %" }
key != "" && $1 == "frames" { fps[key] = $4 }
function times(word, name, threads, x) {
  return ((word, name, threads) in slow) ? sprintf("%.1f", slow[word, name, threads] / x) : ""
}
END {
  row = "%-16s %7s %-8s %9s %9s %10s %10s %9s %9s\n"
  printf "\n" row, "ns", "threads", "path", "step", "iteration", "of attain.", "efficiency", "textbook/", "mixed/"
  for (i = 1; i <= n; i++) {
    split(order[i], part, SUBSEP)
    key = order[i]
    if (key in fps) {
      live[++lives] = sprintf("%-16s %7d %-8s %9.1f frames a second", part[1], part[2], part[3], fps[key])
      continue
    }
    attainable = limit[part[1], part[2], part[3]]
    of = attainable > 0 ? sprintf("%.2f", (key in turn ? turn[key] : ns[key]) / attainable) : ""
    printf row, part[1], part[2], part[3], ns[key], turn[key], of, efficiency[key],
           times("textbook", part[1], part[2], ns[key]), times("mixed", part[1], part[2], ns[key])
    if (part[1] == "dam_3d_1m" && (("dam_3d_100k", part[2], part[3]) in ns))
      grown[++grows] = sprintf("100k to 1M       %7d %-8s %+8.1f %% a particle", part[2], part[3],
                               100 * (ns[key] / ns["dam_3d_100k", part[2], part[3]] - 1))
  }
  for (i = 1; i <= grows; i++) print grown[i]
  for (i = 1; i <= lives; i++) print live[i]
}
