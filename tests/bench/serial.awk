# What `threads` would make of the pieces of a run of serial.inc, each "COST WORD ...", a line a stage:
#   stage, work, serial work, the longest thread's work in its loops, loops
# A loop is shared as src/core/base/team.c shares it: a member does the tasks of its own slab, then what others have left of theirs.
# What stands outside of all stages is "frame" from a sub-step's end until the next one knows its dt, else "step".

# The work of the thread that gets most of cost[0 .. tasks - 1].
function longest(threads, tasks,   k, who, slab, most, left) {
  if (threads > tasks) threads = tasks
  for (k = 0; k < threads; k++) {
    first[k] = int(tasks * k / threads); end[k] = int(tasks * (k + 1) / threads)
    done[k] = 0
  }
  for (left = tasks; left > 0; left--) { # who is free first takes one
    who = 0
    for (k = 1; k < threads; k++) if (done[k] < done[who]) who = k
    for (slab = who; first[slab] == end[slab];) slab = (slab + 1) % threads
    done[who] += cost[first[slab]++]
  }
  for (k = 0; k < threads; k++) if (done[k] > most) most = done[k]
  return most
}

BEGIN { once = 1 } # a frame's, not a sub-step's
{
  if (!((at, once) in work)) { of[at, once] = at; frame[at, once] = once }
  work[at, once] += $1
  if (!left) serial[at, once] += $1
}
$2 == "clock" { up[$3] = at; at = $3; if (ended) once = 1; ended = 0 } # perhaps the begin of a stage
$2 == "stage" { name[$3] = $4; at = up[$3]; if ($4 == "guard") ended = 1; if ($4 == "limit") once = 0 }
$2 == "loop" { threads = $3; left = tasks = $4 }
$2 == "task" {
  cost[tasks - left--] = $1
  if (!left) { most[at, once] += longest(threads, tasks); loops[at, once]++ }
}

# A look at the clock that began no stage belongs to what stands around it.
END {
  for (p in work) {
    for (n = of[p]; n && !(n in name);) n = up[n]
    s = n ? name[n] : frame[p] ? "frame" : "step"
    all[s] += work[p]; alone[s] += serial[p]; longer[s] += most[p]; rounds[s] += loops[p]
  }
  for (s in all) printf "%s %.0f %.0f %.0f %d\n", s, all[s], alone[s], longer[s], rounds[s]
}
