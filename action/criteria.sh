#!/usr/bin/env bash
# Checks every criterion of a folder, then attaches them if all are valid, and adds a table to the summary of the job.
# Exits with the status of the first vau that failed.
#
# VAU_CRITERIA       the folder
# ATTACH             true: attach to VAU_COLLECTION of the service VAU_BASE_URL with VAU_TOKEN, and wait for the backfill
# TIMEOUT            of each wait
# GITHUB_STEP_SUMMARY  the file of the summary; without one the table is printed
set -uo pipefail
shopt -s nullglob

summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT

files=("$VAU_CRITERIA"/*.yaml "$VAU_CRITERIA"/*.yml "$VAU_CRITERIA"/*.json)
if [ ${#files[@]} -eq 0 ]; then
  echo "$VAU_CRITERIA holds no criteria: no .yaml, .yml or .json" >&2
  exit 1
fi
if [ "$ATTACH" = true ]; then
  for name in VAU_BASE_URL VAU_TOKEN VAU_COLLECTION; do
    if [ -z "${!name}" ]; then
      echo "To attach, the action needs base-url, token and collection: $name is empty" >&2
      exit 1
    fi
  done
fi

# A text as a cell: what names or errors contain must not become markup.
cell() { printf '%s' "$1" | tr '\n|`<>[]' "  '    " | cut -c1-200; }

row() { printf '| %s | %s |\n' "$(cell "$(basename "$1")")" "$(cell "$2")" >>"$summary"; }

first=0
each() {
  local word=$1
  shift
  for file in "${files[@]}"; do
    # Standard output is the criterion or the attachment; what is wrong is on standard error.
    vau moment-criteria attach "$@" --file "$file" -o json >/dev/null 2> >(tee "$errors" >&2)
    local status=$?
    wait
    [ "$first" -ne 0 ] || first=$status
    if [ "$status" -eq 0 ]; then row "$file" "$word"; else row "$file" "exit $status: $(message)"; fi
  done
}

# The message of vau's error, which is the last line of standard error, as JSON.
message() {
  tail -n 1 "$errors" | node -e '
    const text = require("fs").readFileSync(0, "utf8");
    try { console.log(JSON.parse(text).message); } catch { console.log(text); }
  '
}

printf '### Moment criteria: %s\n\n| criterion | result |\n| --- | --- |\n' "$(cell "$VAU_CRITERIA")" >>"$summary"
each valid --check
if [ "$first" -eq 0 ] && [ "$ATTACH" = true ]; then
  printf '\n| attached to %s | result |\n| --- | --- |\n' "$(cell "$VAU_COLLECTION")" >>"$summary"
  each 'attached, backfill completed' "$VAU_COLLECTION" --if-absent --wait --timeout "$TIMEOUT"
fi
exit "$first"
