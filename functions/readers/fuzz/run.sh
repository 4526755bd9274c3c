#!/bin/sh
# sh run.sh TARGET CORPUS SECONDS [NAME]: fuzzes, beginning with the kept corpus, or only with its files NAME*
# sh run.sh --keep TARGET CORPUS: adds to the kept corpus what runs found, as little as leads to the same code
set -eu
cd "$(dirname "$0")"
programs=target/x86_64-unknown-linux-gnu/release
bounds="-max_len=20000 -timeout=200 -rss_limit_mb=4096 -detect_leaks=0"

if [ "$1" = --keep ]; then
  "$programs/$2" $bounds -merge=1 "corpus/$3" "target/corpus/$2"*
  exit
fi
target=$1 corpus=$2 seconds=$3 name=${4:-}
found="target/corpus/$target${name:+-$name}"
mkdir -p "$found" target/findings
cp "corpus/$corpus/"*"$name"* "$found/"
words=
[ "$corpus" != pdf ] || words=-dict=pdf.dict
# As much time as a busy machine needs: what takes too long, or more than a reader may have, is bounded by its process.
"$programs/$target" $bounds $words -max_total_time="$seconds" -print_final_stats=1 \
  -artifact_prefix="target/findings/$target-" "$found"
