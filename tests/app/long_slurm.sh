# The script of `laguna sweep --slurm` in a real queue: Debian's slurmctld and slurmd on this machine alone, as long as the test runs.
source "$(dirname "$0")/../lib.bash"
for tool in slurmctld slurmd munged sbatch; do
  command -v $tool >/dev/null || { skip "a Slurm array" "no $tool"; finish; }
done
[ "$(id -u)" = 0 ] || { skip "a Slurm array" "slurmd wants to be root"; finish; }

# ---- a cluster of one node ----
host=$(hostname -s)
mkdir spool state log
chmod 755 "$work"
cat >slurm.conf <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthType=auth/munge
CryptoType=crypto/munge
AuthInfo=socket=$work/munge.socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/log/slurmctld
SlurmdLogFile=$work/log/slurmd
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
head -c 1024 /dev/urandom >munge.key
chmod 400 munge.key
export SLURM_CONF=$work/slurm.conf
munged --foreground --force --key-file=munge.key --socket="$work/munge.socket" --pid-file="$work/munge.pid" \
  --seed-file="$work/munge.seed" --log-file="$work/log/munge" >/dev/null 2>&1 &
children+=($!)
for _ in $(seq 100); do [ -S munge.socket ] && break; sleep 0.1; done
slurmctld -D >/dev/null 2>&1 &
children+=($!)
slurmd -D >/dev/null 2>&1 &
children+=($!)
for _ in $(seq 300); do [[ $(sinfo -h -o %t 2>/dev/null) == idle* ]] && break; sleep 0.2; done
if [[ $(sinfo -h -o %t 2>/dev/null) != idle* ]]; then
  fail "a cluster of one node" "$(tail -n 5 log/slurmctld log/slurmd 2>/dev/null)"
  finish
fi

# ---- the sweep ----
cat >wave.lua <<'LUA'
-- Wave
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.dfsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.4, 0.6} } })
world:gauge("front", "front")
return world
LUA
over=(--over solver.viscosity=0.1,1,10,-1 --frames 5)
code "the script is written" 0 "$laguna" sweep wave.lua "${over[@]}" -o queue.csv --slurm
code "and taken" 0 sbatch --wait queue.csv.sh
code "its tasks were run: the table" 1 "$laguna" sweep wave.lua "${over[@]}" -o queue.csv
code "the same sweep in one process" 1 "$laguna" sweep wave.lua "${over[@]}" -o here.csv
same "has the same table" "$(cut -d, -f1-9 queue.csv)" "$(cut -d, -f1-9 here.csv)"
says "also of the run that failed" queue.csv '^4,-1,1,.*below its least value'
kill "${children[@]}" 2>/dev/null
wait
children=()
finish
