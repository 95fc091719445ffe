/* team.c - OpenMP starts the threads of a team and places them (OMP_NUM_THREADS, OMP_PLACES); how
   they wait is decided here. In a region of OpenMP the caller waits for each thread, also for one
   that no core is free for, and idle threads either burn a core or sleep after each loop; both cost
   more than a small loop does. So a team is one region that lasts: its threads spin for a moment
   behind a round, since the next one is near, then sleep. */
#include "core/base/team.h"

#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>

#define SPIN_SECONDS 50e-6 /* between two loops of a sub-step lie 1 to 30 us */
enum { PAUSES = 32, LINE = 64, CORES_MAX = 1024 /* of OMP_NUM_THREADS, as of a world */ };

typedef struct slab { /* tasks that lie side by side: one member's, until another has none left */
  alignas(LINE) atomic_size_t next;
  size_t end;
} slab;

typedef struct team {
  struct team *other; /* the list of all teams */
  pthread_t host;     /* its region's first thread, which only waits */
  int members;        /* the caller and its helpers */
  bool started;
  double spin; /* s; nothing if there are more members than cores */

  /* The round; it may be read by who has come inside while it was open. */
  lg_team_fn *fn;
  void *user;
  int wanted; /* members that may take part */

  alignas(LINE) atomic_uint round; /* its number while it is open, else 0 */
  alignas(LINE) atomic_int inside; /* helpers at work */
  atomic_int asleep;
  atomic_int gone; /* helpers that will not look at this again */
  atomic_bool caller_waits, over;
  pthread_mutex_t lock;
  pthread_cond_t called, left;
  unsigned last; /* round's number */
  slab slab[];
} team;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t of_thread; /* the team that a thread calls; its end is the team's */
static pthread_mutex_t teams_lock = PTHREAD_MUTEX_INITIALIZER;
static team *teams;
static _Thread_local team *own;
static _Thread_local int member;
static _Thread_local bool working;

int lg_team_member(void) { return member; }

int lg_cores(void) { return lg_mini(omp_get_max_threads(), CORES_MAX); }

/* ---- waiting -------------------------------------------------------------------------------- */

static void pause_a_little(void) {
  for (int i = 0; i < PAUSES; i++) {
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#elif defined __aarch64__
    __asm__ volatile("yield");
#endif
  }
}

static bool called(team *t, unsigned done) {
  unsigned round = atomic_load(&t->round);
  return (round != 0 && round != done) || atomic_load(&t->over);
}

/* Until there is a round that was not done yet, or the end. */
static void wait_for_call(team *t, unsigned done) {
  double end = lg_clock() + t->spin;
  while (!called(t, done) && lg_clock() < end) pause_a_little();
  if (called(t, done)) return;

  pthread_mutex_lock(&t->lock);
  atomic_fetch_add(&t->asleep, 1);
  while (!called(t, done)) pthread_cond_wait(&t->called, &t->lock);
  atomic_fetch_sub(&t->asleep, 1);
  pthread_mutex_unlock(&t->lock);
}

static void wait_until_left(team *t) {
  double end = lg_clock() + t->spin;
  while (atomic_load(&t->inside) > 0 && lg_clock() < end) pause_a_little();
  if (atomic_load(&t->inside) == 0) return;

  pthread_mutex_lock(&t->lock);
  atomic_store(&t->caller_waits, true);
  while (atomic_load(&t->inside) > 0) pthread_cond_wait(&t->left, &t->lock);
  atomic_store(&t->caller_waits, false);
  pthread_mutex_unlock(&t->lock);
}

static void leave(team *t) {
  if (atomic_fetch_sub(&t->inside, 1) > 1 || !atomic_load(&t->caller_waits)) return;
  pthread_mutex_lock(&t->lock);
  pthread_cond_signal(&t->left);
  pthread_mutex_unlock(&t->lock);
}

static void wake(team *t) {
  if (atomic_load(&t->asleep) == 0) return;
  pthread_mutex_lock(&t->lock);
  pthread_cond_broadcast(&t->called);
  pthread_mutex_unlock(&t->lock);
}

/* ---- working -------------------------------------------------------------------------------- */

/* The member's own slab, then what others have left of theirs. */
static void work(team *t, int me) {
  working = true;
  for (int k = 0; k < t->wanted; k++) {
    slab *s = &t->slab[(me + k) % t->wanted];
    for (size_t i; (i = atomic_fetch_add_explicit(&s->next, 1, memory_order_relaxed)) < s->end;)
      t->fn(t->user, i);
  }
  working = false;
}

/* A helper's life. Who is inside while a round is open keeps it from being closed and changed. */
static void help(team *t, int me) {
  unsigned done = 0;
  member = me;

  while (!atomic_load(&t->over)) {
    wait_for_call(t, done);
    atomic_fetch_add(&t->inside, 1);
    unsigned round = atomic_load(&t->round);
    if (round != 0 && round != done && me < t->wanted) work(t, me);
    if (round != 0) done = round;
    leave(t);
  }
  atomic_fetch_add(&t->gone, 1);
}

/* ---- a team's life -------------------------------------------------------------------------- */

static void *host_region(void *user) {
  team *t = user;
#pragma omp parallel num_threads(t->members)
  if (omp_get_thread_num() > 0) help(t, omp_get_thread_num());
  return NULL;
}

/* The helpers go, and with them all that runs this library's code. */
static void stop(team *t) {
  if (!t->started) return;
  pthread_mutex_lock(&t->lock);
  atomic_store(&t->over, true);
  pthread_cond_broadcast(&t->called);
  pthread_mutex_unlock(&t->lock);
  pthread_join(t->host, NULL);
  (void)atomic_load(&t->gone); /* for tools that do not see OpenMP's own barrier */
  t->started = false;
}

static void forget(void *user) {
  team *t = user;
  stop(t);

  pthread_mutex_lock(&teams_lock);
  for (team **at = &teams; *at; at = &(*at)->other)
    if (*at == t) {
      *at = t->other;
      break;
    }
  pthread_mutex_unlock(&teams_lock);

  free(t);
  own = NULL;
}

/* A forked process has its one thread only. */
static void lose_helpers(void) {
  for (team *t = teams; t; t = t->other) t->started = false;
}

static void prepare(void) {
  pthread_key_create(&of_thread, forget);
  pthread_atfork(NULL, NULL, lose_helpers);
}

/* When the library is unloaded, or the program ends: other threads may still hold theirs then. The
 * own one is asked of the key: in a thread that never had a team, touching `own` would allocate the
 * library's thread-local data, and abort where there is no memory. */
__attribute__((destructor)) static void stop_all(void) {
  pthread_once(&once, prepare);
  team *mine = pthread_getspecific(of_thread);
  pthread_key_delete(of_thread);
  if (mine) forget(mine);
  for (team *t = teams; t; t = t->other) stop(t);
}

/* Signals are for the threads that the host knows. */
static bool start(team *t) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  t->started = pthread_create(&t->host, NULL, host_region, t) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return t->started;
}

/* The calling thread's team with room for so many; NULL: it works alone. */
static team *team_of(int threads) {
  if (own && own->members >= threads) return own;
  if (own) forget(own);
  pthread_once(&once, prepare);

  /* each member on lines of cache of its own */
  team *t = aligned_alloc(LINE, sizeof *t + (size_t)threads * sizeof(slab));
  if (!t) return NULL;
  memset(t, 0, sizeof *t + (size_t)threads * sizeof(slab));
  t->members = threads;
  t->spin = threads <= omp_get_num_procs() ? SPIN_SECONDS : 0;
  pthread_mutex_init(&t->lock, NULL);
  pthread_cond_init(&t->called, NULL);
  pthread_cond_init(&t->left, NULL);
  start(t);

  /* known to all, so that a child of fork can drop it */
  pthread_mutex_lock(&teams_lock);
  t->other = teams;
  teams = t;
  pthread_mutex_unlock(&teams_lock);
  pthread_setspecific(of_thread, t);
  return own = t;
}

void lg_team_run(int threads, size_t tasks, lg_team_fn *fn, void *user) {
  if ((size_t)threads > tasks) threads = (int)tasks;
  team *t = threads > 1 && !working ? team_of(threads) : NULL;
  if (!t || !t->started) {
    for (size_t i = 0; i < tasks; i++) fn(user, i);
    return;
  }

  /* Open the round, work, close it. */
  t->fn = fn;
  t->user = user;
  t->wanted = threads;
  for (int k = 0; k < threads; k++) {
    atomic_store_explicit(&t->slab[k].next, tasks * (size_t)k / (size_t)threads,
                          memory_order_relaxed);
    t->slab[k].end = tasks * (size_t)(k + 1) / (size_t)threads;
  }
  if (++t->last == 0) t->last = 1;
  atomic_store(&t->round, t->last);
  wake(t);
  work(t, 0);
  atomic_store(&t->round, 0);
  wait_until_left(t);
}
