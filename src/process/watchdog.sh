# Waits until the host is gone, which holds the other end of the standard input, and then kills what it has left running.
# The standard output is open for reading: the list of commands, a line for each place: the number of the group, 0 while
# there is none, the time of the start in ticks since the boot, and the two pipes of its output. Nothing but what every
# shell has built in is needed for the groups; who has left its group is looked for where there is a /proc.

trap '' HUP INT QUIT TERM
while read -r line; do :; done

found=' '
pipes=' '
while read -r leader begun out err; do
  [ -n "$leader" ] || continue
  pipes="$pipes$out:$begun $err:$begun "
  [ "$leader" -gt 1 ] || continue
  found="$found$leader "
  kill -STOP "-$leader" || kill -STOP "$leader"
done <&1
[ "$pipes" != ' ' ] || exit 0
leaders=$found

# Who holds a pipe for writing, as numbers.
holders() {
  ls -l /proc/[0-9]*/fd | while read -r line; do
    case $line in
      /proc/*:) pid=${line#/proc/} pid=${pid%%/*} ;;
      l-wx*'-> pipe:['*) inode=${line##*\[} inode=${inode%]}
        case $pipes in *" $inode:"*) echo "$pid $inode" ;; esac ;;
    esac
  done
}

# Notes one more, which must not make others any more.
note() {
  found="$found$1 "
  kill -STOP "$1"
  grown=yes
}

# Looks at each process: its parent, its group, its session, and whether it holds a pipe since the start of its command.
look() {
  held=$(holders)
  for stat in /proc/[0-9]*/stat; do
    read -r line <"$stat" || continue
    pid=${line%% *}
    case $found in *" $pid "*) continue ;; esac
    set -f
    set -- ${line##*) }
    set +f
    case $found in *" $2 "* | *" $3 "* | *" $4 "*) note "$pid"; continue ;; esac
    case "
$held" in *"
$pid "*) ;; *) continue ;; esac
    inode=${held##*"$pid "} inode=${inode%%[!0-9]*}
    begun=${pipes##*" $inode:"} begun=${begun%% *}
    [ "${20}" -lt "$begun" ] || note "$pid"
  done
}

# Whether /proc has the numbers that processes have here, and not those of another namespace.
is_proc_ours() {
  while read -r key number inner; do
    [ "$key" != NSpid: ] || { [ "$number" = $$ ] && [ -z "$inner" ]; return; }
  done </proc/self/status
  return 1
}

passes=0
grown=no
if is_proc_ours; then grown=yes; fi
while [ "$grown" = yes ] && [ "$passes" -lt 50 ]; do
  grown=no
  passes=$((passes + 1))
  look
done
kill -KILL $found
for leader in $leaders; do kill -KILL "-$leader"; done
