# Reads the lines of `laguna bench` and of the yardsticks, passes them on, and ends with how many times faster Laguna is.
{ print; fflush() }
/ns\/particle\/step/ {
  key = $1 " " $4 + 0
  if ($6 == "textbook" || $6 == "mixed") slow[$6, key] = $(NF - 1)
  else if (!(key in fast)) { fast[key] = $(NF - 1); order[++n] = key }
}
END {
  for (i = 1; i <= n; i++) {
    split(order[i], part, " ")
    for (w = 1; w <= 2; w++) {
      word = w == 1 ? "textbook" : "mixed"
      if ((word, order[i]) in slow)
        printf "%-16s %2d thread%s  Laguna %8.1f  %-8s %8.1f  ns/particle/step   %5.1f times faster\n", part[1], part[2],
               part[2] == 1 ? " " : "s", fast[order[i]], word, slow[word, order[i]], slow[word, order[i]] / fast[order[i]]
    }
  }
}
