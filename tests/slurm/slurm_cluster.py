"""A Slurm cluster of several nodes on this machine, in a folder of its own, for a test.

Needs root: slurmd starts jobs as others. Everything that was started is ended, by number.
"""
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel"]
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36

CONFIGURATION = """
ClusterName=weft
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort={ports[0]}
AuthType=auth/munge
CredType=cred/munge
# A job that is tried again waits for as long as a credential holds.
AuthInfo=socket={folder}/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
MailProg=/bin/true
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=sched_min_interval=100000,batch_sched_delay=0
SlurmdParameters=config_overrides
KillWait=2
ReturnToService=2
"""


def why_not():
    """Why no cluster can be brought up here; None where one can."""
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    missing = [p for p in PROGRAMS if shutil.which(p) is None]
    if missing:
        return f"{', '.join(missing)} not installed (packages slurm-wlm, munge)"
    if os.geteuid() != 0:
        return "not root, and slurmd starts jobs for root alone"
    return None


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


def end_with_parent():
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class NoCluster(Exception):
    """Slurm's own programs do not run here: nothing that is tested has been started yet."""


class Cluster:
    """Nodes n1, n2... with `slots` jobs at a time each. A context."""

    def __init__(self, folder, nodes=2, slots=2):
        self.folder, self.nodes = folder, [f"n{i + 1}" for i in range(nodes)]
        self.slots, self.daemons = slots, []
        self.configuration = f"{folder}/slurm.conf"
        self.environment = dict(os.environ, SLURM_CONF=self.configuration)

    def __enter__(self):
        try:
            self.start()
        except Exception as error:
            logs = self.logs()
            self.stop()
            raise NoCluster(f"{error}\n{logs}") from error
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        # What daemons leave behind comes to this process, which collects it.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
        ports, host = free_ports(1 + len(self.nodes)), socket.gethostname().split(".")[0]
        os.chmod(self.folder, 0o755)
        os.mkdir(f"{self.folder}/state")
        text = CONFIGURATION.format(folder=self.folder, host=host, ports=ports)
        for node, port in zip(self.nodes, ports[1:]):
            os.mkdir(f"{self.folder}/spool-{node}")
            text += f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={self.slots}\n"
        text += "PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n"
        with open(self.configuration, "w") as file:
            file.write(text)
        key = f"{self.folder}/munge.key"
        with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o400), "wb") as file:
            file.write(os.urandom(128))
        self.daemon("munged", "--foreground", "--force", f"--key-file={key}",
                    f"--socket={self.folder}/munge.socket", f"--pid-file={self.folder}/munge.pid",
                    f"--seed-file={self.folder}/munge.seed", f"--log-file={self.folder}/munged.log")
        self.wait("munged", lambda: os.path.exists(f"{self.folder}/munge.socket"))
        self.daemon("slurmctld", "-D", "-f", self.configuration)
        for node in self.nodes:
            self.daemon("slurmd", "-D", "-N", node, "-f", self.configuration)
        self.wait("the nodes", lambda: self.ask("sinfo", "-h", "-o", "%D %t") ==
                  f"{len(self.nodes)} idle")

    def daemon(self, *words):
        with open(f"{self.folder}/{words[0]}.out", "a") as out:
            self.daemons.append(subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=self.environment,
                preexec_fn=end_with_parent))

    def ask(self, *words):
        """What a command of Slurm prints; its errors count as nothing."""
        return subprocess.run(words, env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True).stdout.strip()

    def wait(self, what, holds, looks=600):
        """Looks ten times a second, and more seldom on a busy machine, where all takes longer."""
        for _ in range(looks):
            if holds():
                return
            for daemon in self.daemons:
                if daemon.poll() is not None:
                    raise RuntimeError(f"{daemon.args[0]} ended with {daemon.returncode}")
            time.sleep(0.1)
        raise RuntimeError(f"looked {looks} times for {what}")

    def logs(self):
        """The ends of what the daemons wrote."""
        text = ""
        for name in sorted(os.listdir(self.folder)):
            if name.endswith((".log", ".out")):
                with open(f"{self.folder}/{name}", errors="replace") as file:
                    lines = file.read().splitlines()[-40:]
                text += f"--- {name}\n" + "".join(line + "\n" for line in lines)
        return text

    def processes(self):
        """Numbers of processes that were started in this cluster: jobs, and who minds them."""
        found = []
        for name in os.listdir("/proc"):
            if not name.isdigit() or int(name) == os.getpid():
                continue
            try:
                with open(f"/proc/{name}/environ", "rb") as file:
                    if f"SLURM_CONF={self.configuration}".encode() in file.read().split(b"\0"):
                        found.append(int(name))
            except OSError:
                pass
        return found

    def stop(self):
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            try:
                daemon.wait(5)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        for number in self.processes():
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                pass
        end = time.monotonic() + 5
        while time.monotonic() < end:
            try:
                if os.waitpid(-1, os.WNOHANG)[0] == 0:
                    time.sleep(0.05)
            except ChildProcessError:
                return
