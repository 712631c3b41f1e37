import type { SandboxLevel } from './policy.ts'

// Shell functions and lines; each line of output is something that should not be so, and `end` the last one. Run as the
// program of a launch, with the path of a file that is on no list as its first argument.
const BEGIN = `c() { printf '%s\\n' "$1"; }`

const OF_EVERY_LEVEL = `
[ "$(ulimit -t)" = unlimited ] && c 'processor time is not limited'
[ "$(ulimit -n)" = unlimited ] && c 'open files are not limited'
env | while IFS== read -r name value; do
  case $name in PATH|HOME|PWD|OLDPWD|SHLVL|_|TOOLWRIGHT_*) ;; *) c "the environment holds $name" ;; esac
done`

const ON_LINUX = `[ "$(ulimit -v)" = unlimited ] && c 'memory is not limited'`

// Absent, not merely denied.
const IN_NAMESPACES = `
[ "$(id -u)" = 0 ] && c 'the program runs as root'
[ -e "$1" ] && c 'a file that is on no list can be seen'
for path in /home /root /run /var /sys /etc/shadow; do [ -e "$path" ] && c "$path can be seen"; done
for path in / /usr /dev /etc /proc/sys/kernel/core_pattern; do [ -w "$path" ] && c "$path can be written"; done
status=$(cat /proc/self/status)
case $status in *'Seccomp:	2'*) ;; *) c 'no filter of system calls is in force' ;; esac
case $status in *'NoNewPrivs:	1'*) ;; *) c 'privileges can be gained' ;; esac
case $status in *'CapEff:	0000000000000000'*) ;; *) c 'the program has capabilities' ;; esac
[ -n "$(tr -d '\\0' < /proc/1/environ)" ] && c 'an environment outside can be read'
[ "$(grep -c : /proc/net/dev)" -le 1 ] || c 'there is a network'
[ "$(echo /proc/[0-9]* | wc -w)" -le 8 ] || c 'other processes can be seen'
unshare -U true 2>/dev/null && c 'a new user namespace can be made'
mount -t tmpfs none /tmp 2>/dev/null && c 'something can be mounted'
true > /tmp/probe || c 'there is no scratch space'`

// The kernel lets a program under Landlock see that a file is there; what is in it, it may not know.
const UNDER_LANDLOCK = `
[ "$(id -u)" = 0 ] && c 'the program runs as root'
cat "$1" >/dev/null 2>&1 && c 'a file that is on no list can be read'
for path in /home /root /run /var /sys /proc; do ls "$path" >/dev/null 2>&1 && c "$path can be listed"; done
(true > "$1.written") 2>/dev/null && c 'a file that is on no list can be made'
unshare -U true 2>/dev/null && c 'a new user namespace can be made'
kill -0 "$2" 2>/dev/null && c 'the host can be signalled'`

// Untested, like the launcher.
const UNDER_SEATBELT = `
[ "$(id -u)" = 0 ] && c 'the program runs as root'
cat "$1" >/dev/null 2>&1 && c 'a file that is on no list can be read'
ls /Users >/dev/null 2>&1 && c '/Users can be listed'
(true > "$1.written") 2>/dev/null && c 'a file that is on no list can be made'
nc -z -w 1 127.0.0.1 22 2>/dev/null && c 'the network of the host can be reached'`

const UNKNOWN = `c 'nothing is known of how to try this mechanism'`

// Something that leaves the process group, and is to end with its call all the same.
const STAY = `
printf 'end\\n'
(setsid sleep 30 || sleep 30) >/dev/null 2>&1 &
exec sleep 30`

const CONFINED: ReadonlyMap<string, string> = new Map([
  ['bubblewrap', IN_NAMESPACES],
  ['landlock', UNDER_LANDLOCK],
  ['seatbelt', UNDER_SEATBELT],
])

/** The script that tries a level out under a launcher. */
export function probeScript(launcher: string, level: SandboxLevel): string {
  return [
    BEGIN,
    OF_EVERY_LEVEL,
    ...(process.platform === 'linux' ? [ON_LINUX] : []),
    ...(level === 'standard' ? [] : [CONFINED.get(launcher) ?? UNKNOWN]),
    STAY,
  ].join('\n')
}
