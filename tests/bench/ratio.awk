# Reads the lines of `laguna bench`, once or once a dispatch path, and of the yardsticks; passes them on, and ends with a table
# of ratios: to the attainable, of threads, to the textbook's program in the order of its rows and in a mixed one; then how the
# cost of a particle grows from 100 thousand to a million.
{ print; fflush() }
/ns\/particle\/step/ {
  key = ""
  if ($6 == "textbook" || $6 == "mixed") { slow[$6, $1, $4] = $(NF - 1); next }
  if (($1, $4, $6) in ns) next # a path that this processor does not have ran as the next best
  key = $1 SUBSEP $4 SUBSEP $6
  ns[key] = $(NF - 1); order[++n] = key
}
key != "" && $1 == "an" { turn[key] = $3 }
key != "" && $1 == "attainable" { of[key] = $3 }
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
    printf row, part[1], part[2], part[3], ns[key], turn[key], of[key], efficiency[key],
           times("textbook", part[1], part[2], ns[key]), times("mixed", part[1], part[2], ns[key])
    if (part[1] == "dam_3d_1m" && (("dam_3d_100k", part[2], part[3]) in ns))
      grown[++grows] = sprintf("100k to 1M       %7d %-8s %+8.1f %% a particle", part[2], part[3],
                               100 * (ns[key] / ns["dam_3d_100k", part[2], part[3]] - 1))
  }
  for (i = 1; i <= grows; i++) print grown[i]
  for (i = 1; i <= lives; i++) print live[i]
}
