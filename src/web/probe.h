/* probe.h - what is told of one particle, for the page's table. */
#ifndef LG_WEB_PROBE_H
#define LG_WEB_PROBE_H

#include "app/app.h"

/* {id, count, columns: [[name, text]], terms: [[name, text]], neighbors: [{id, distance, share}]}:
   the heaviest of count neighbours; {} if there is no such particle, or nobody watches it. */
void lg_web_probe(lg_json *j, lg_world *w, int64_t id);

#endif
