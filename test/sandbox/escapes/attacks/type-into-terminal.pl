# Types one letter into a terminal of its own with TIOCSTI, as a program could into the one that it shares with its host.
use strict;
use warnings;
$| = 1;    # its terminal hangs up before it ends
my $child = fork // die "fork\n";
if ($child == 0) {
  syscall($ARGV[0] + 0);    # setsid: a terminal that it opens becomes its own
  my ($unlock, $number) = (pack('i', 0), pack('i', 0));
  my ($master, $slave);
  if (open($master, '+<', '/dev/ptmx') && defined ioctl($master, 0x40045431, $unlock) && defined ioctl($master, 0x80045430, $number)) {
    open($slave, '+<', '/dev/pts/' . unpack('i', $number));
  }
  $slave = \*STDIN unless defined $slave && defined fileno $slave;
  my $letter = 'x';
  print defined ioctl($slave, 0x5412, $letter) ? "typed\n" : 'errno ' . ($! + 0) . "\n";
  exit 0;
}
waitpid $child, 0;
