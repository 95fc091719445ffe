/* team.h - threads that help the one that calls. A round is a row of tasks; the caller works
   through them at once, and whoever of its team is awake takes tasks too. Nobody is waited for who
   has not come: on a machine that is busy with something else the caller does all of it alone. */
#ifndef LG_CORE_TEAM_H
#define LG_CORE_TEAM_H

#include "core/base/base.h"

typedef void lg_team_fn(void *user, size_t task);
/* fn(user, task) for each task of [0, tasks), each once, by the caller and at most `threads` - 1
   others; back when all are done. Inside of a task it runs on the one thread. */
void lg_team_run(int threads, size_t tasks, lg_team_fn *fn, void *user);
/* The calling thread's number inside of a task, 0 .. threads - 1; the caller is 0. */
int lg_team_member(void);

#endif
