/* The reference of the durable row: one bare write(2) a line, of the very bytes that the harness wrote, to a file on
 * the same file system. Prints the CPU and wall nanoseconds a line takes. Usage: write-lines LOG OUT */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static double now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  int in = open(argv[1], O_RDONLY);
  struct stat about;
  if (in < 0 || fstat(in, &about) != 0) return 3;
  char *bytes = malloc(about.st_size);
  for (off_t at = 0; at < about.st_size;) {
    ssize_t n = read(in, bytes + at, about.st_size - at);
    if (n <= 0) return 4;
    at += n;
  }
  int out = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);
  if (out < 0) return 5;

  long lines = 0;
  const char *line = bytes, *end = bytes + about.st_size;
  double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_THREAD_CPUTIME_ID);
  while (line < end) {
    const char *stop = memchr(line, '\n', end - line);
    if (stop == NULL) break;
    size_t length = stop + 1 - line;
    if (write(out, line, length) != (ssize_t)length) return 6;
    line = stop + 1;
    lines++;
  }
  cpu = now(CLOCK_THREAD_CPUTIME_ID) - cpu;
  wall = now(CLOCK_MONOTONIC) - wall;
  printf("{\"lines\":%ld,\"main\":%.1f,\"process\":%.1f,\"wall\":%.1f}\n", lines, cpu / lines, cpu / lines, wall / lines);
  return 0;
}
