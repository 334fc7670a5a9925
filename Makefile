# SPDX-License-Identifier: MIT
# The commands people use. Everything is built into build/.
.PHONY: all setup demo check check-long fuzz corpus bench format clean

all: setup
	@ninja -C build

setup:
	@scripts/setup

demo: all
	@scripts/demo

check: all
	@scripts/check

check-long: all
	@scripts/setup --long
	@scripts/check --long

fuzz: setup
	@scripts/fuzz

corpus: all
	@scripts/corpus

bench: all
	@scripts/setup --long
	@scripts/bench

format:
	@git ls-files '*.c' '*.h' '*.cpp' '*.hpp' | xargs clang-format-19 -i

clean:
	@rm -rf build
