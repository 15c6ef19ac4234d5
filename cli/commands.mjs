const sourceMaps = ["--import=./cli/source-maps.mjs"];

/** The arguments for Node of each npm command, relative to the folder of package.json. `cli/bundle.mjs` creates the files. */
export const commands = {
  // The launcher does little after the start, so that it trades speed for memory.
  start: [...sourceMaps, "--lite-mode", "dist/cli/start.js"],
  // One thread that compiles and collects garbage beside the main thread: with four, a new server takes 5 % more time for its first requests.
  // Limits the heap's growth between two full collections to half, so that a million codes add about 100 MB, and with 150 % 200 MB.
  web: [...sourceMaps, "--v8-pool-size=1", "--expose-gc", "--heap-growing-percent=50", "dist/cli/web.js"],
  // The same here: with a large import, it takes 170 MB instead of 280 MB.
  worker: [...sourceMaps, "--v8-pool-size=1", "--expose-gc", "--heap-growing-percent=50", "--max-semi-space-size=4", "dist/cli/worker.js"],
  migrate: [...sourceMaps, "dist/cli/migrate.js"],
  backup: [...sourceMaps, "dist/cli/backup.js"],
  restore: [...sourceMaps, "dist/cli/restore.js"],
  // Parts of the file are short-lived. With the default, they fill a large young generation.
  export: [...sourceMaps, "--max-semi-space-size=4", "dist/cli/export.js"],
  import: [...sourceMaps, "--max-semi-space-size=4", "dist/cli/import.js"],
  build: [...sourceMaps, "dist/cli/build.js"],
  listen: [...sourceMaps, "dist/cli/listen.js"],
  demo: [...sourceMaps, "dist/cli/demo.js"],
  shots: [...sourceMaps, "dist/scripts/shots.js"],
  bench: [...sourceMaps, "dist/bench/run.js"],
  test: [...sourceMaps, "dist/scripts/test.js"],
  "test:heavy": [...sourceMaps, "dist/scripts/test.js", "--heavy"],
  "test:faults": [...sourceMaps, "dist/scripts/faults.js"],
  email: [...sourceMaps, "dist/scripts/email.js"],
  openapi: [...sourceMaps, "dist/scripts/openapi.js"],
  sdk: [...sourceMaps, "dist/scripts/sdk.js"],
  "derive-words": [...sourceMaps, "dist/scripts/derive-words.js"],
};
