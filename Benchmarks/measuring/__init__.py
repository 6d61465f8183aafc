"""What `make bench` measures of the whole program, and how it writes docs/benchmarks.md."""
