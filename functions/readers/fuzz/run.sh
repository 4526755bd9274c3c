#!/bin/sh
# sh run.sh TARGET CORPUS SECONDS [NAME]: starts with the kept corpus (only its files *NAME*, if given) and fuzzes
# sh run.sh --keep TARGET CORPUS: adds new inputs of earlier runs to the kept corpus, as few as reach the same code
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
# Generous limits, also enough on a busy machine: limiting time and memory is the task of the reader process.
"$programs/$target" $bounds $words -max_total_time="$seconds" -print_final_stats=1 \
  -artifact_prefix="target/findings/$target-" "$found"
