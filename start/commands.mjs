const types = ["--import", "./start/typescript.mjs"];
const withJsx = ["--import", "tsx"];

/** What Node is given to run each task, from the folder of package.json. */
export const tasks = {
  start: [...types, "start.ts"],
  // Node's usual room for young objects, three times 16 MB and more, is what a process that answers a million codes would grow by; this costs 3 % of look-ups.
  web: ["--max-semi-space-size=8", ...types, "web.ts"],
  // The loader too, which makes drizzle quick to import.
  worker: [...withJsx, ...types, "worker.ts"],
  migrate: [...types, "scripts/migrate.ts"],
  demo: [...withJsx, "scripts/demo.ts"],
  shots: [...withJsx, "scripts/shots.ts"],
  bench: [...withJsx, "bench/run.ts"],
  test: [...types, "scripts/test.ts"],
  build: [...types, "scripts/build.ts"],
  email: [...withJsx, "scripts/email.tsx"],
};
