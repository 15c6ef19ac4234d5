const typescript = ["--import", "./start/typescript-loader.mjs"];
const typescriptWithJsx = ["--import", "tsx"];

/** The arguments for Node of each npm command, relative to the folder of package.json. */
export const commands = {
  start: [...typescript, "start.ts"],
  // Node's default young generation grows by 48 MB and more when a response lists a million codes. The limit costs 3 % of lookup throughput.
  web: ["--max-semi-space-size=8", ...typescript, "web.ts"],
  // Uses both loaders, because ours makes importing drizzle faster.
  worker: [...typescriptWithJsx, ...typescript, "worker.ts"],
  migrate: [...typescript, "scripts/migrate.ts"],
  demo: [...typescriptWithJsx, "scripts/demo.ts"],
  shots: [...typescriptWithJsx, "scripts/shots.ts"],
  bench: [...typescriptWithJsx, "bench/run.ts"],
  test: [...typescript, "scripts/test.ts"],
  build: [...typescript, "scripts/build.ts"],
  email: [...typescriptWithJsx, "scripts/email.tsx"],
};
