# Makes raw system calls, each in a process of its own, and prints what came back: `name result errno`. A call is given as
# `name:number:argument,...`; an argument is a number, `z64` (64 zero bytes), `s…` (a text) or `h…` (bytes in hex).
use strict;
use warnings;
$| = 1;
for my $call (@ARGV) {
  my ($name, $number, $rest) = split /:/, $call, 3;
  my @given = map {
    if (/^-?\d+$/) { $_ + 0 }
    elsif (/^z(\d+)$/) { "\0" x $1 }
    elsif (/^h(.*)$/) { pack 'H*', $1 }
    else { substr($_, 1) . "\0" }
  } split /,/, $rest // '';
  my $child = fork // do { print "$name -1 fork\n"; next };
  if ($child == 0) {
    $SIG{ALRM} = sub { print "$name -1 late\n"; exit 0 };
    alarm 2;
    my $result = syscall($number + 0, @given);
    my $error = $result < 0 ? $! + 0 : 0;
    print "$name $result $error\n";
    exit 0;
  }
  waitpid $child, 0;
  print "$name -1 killed\n" if $? & 127;
}
