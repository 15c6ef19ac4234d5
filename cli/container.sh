#!/bin/sh
# Runs a command of cli/commands.mjs in the container image: web --built, worker, migrate, backup FILE, restore FILE, export --out FILE or import FILE.
set -eu
command=$1
shift
node_arguments=$(node --input-type=module --eval '
  import { commands } from "/app/cli/commands.mjs";
  const found = commands[process.argv[1]];
  if (!found) {
    console.error("Unknown command. Use web --built, worker, migrate, backup FILE, restore FILE, export --out FILE or import FILE.");
    process.exit(1);
  }
  console.log(found.join(" "));
' "$command")
# shellcheck disable=SC2086 # Each argument for Node is one word.
exec node $node_arguments "$@"
