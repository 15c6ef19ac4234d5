#!/bin/sh
# Runs a command of cli/commands.mjs in the container image: web --built, worker, migrate, backup FILE or restore FILE.
set -eu
command=$1
shift
node_arguments=$(node --input-type=module --eval 'import { commands } from "/app/cli/commands.mjs"; console.log(commands[process.argv[1]].join(" "))' "$command")
# shellcheck disable=SC2086 # Each argument for Node is one word.
exec node $node_arguments "$@"
