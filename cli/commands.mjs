/** The arguments for Node of each npm command, relative to the folder of package.json. `cli/bundle.mjs` creates the files. */
export const commands = {
  start: ["dist/cli/start.js"],
  // Node's default young generation grows by 48 MB and more when a response lists a million codes. The limit costs 3 % of lookup throughput.
  web: ["--max-semi-space-size=8", "dist/cli/web.js"],
  worker: ["dist/cli/worker.js"],
  migrate: ["dist/cli/migrate.js"],
  build: ["dist/cli/build.js"],
  demo: ["dist/cli/demo.js"],
  shots: ["dist/scripts/shots.js"],
  bench: ["dist/bench/run.js"],
  test: ["dist/scripts/test.js"],
  email: ["dist/scripts/email.js"],
  openapi: ["dist/scripts/openapi.js"],
  "derive-words": ["dist/scripts/derive-words.js"],
};
