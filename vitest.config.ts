import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const isHeavy = process.env.TEST_SIZE === "heavy";

const exclude = ["**/node_modules/**", "e2e/**", ".next*/**", ".data*/**", "dist/**"];

/** Test files that only `npm run test:heavy` runs, because they start or kill processes for a long time. */
const heavyOnly = "**/*.heavy*.test.ts";

/** The test files of `npm run test:heavy`: also those that use a sample in `npm test`. */
const heavyFiles = () => [
  heavyOnly,
  ...globSync("**/*.test.ts", { exclude }).filter((file) => readFileSync(file, "utf8").includes("harness/size")),
];

export default defineConfig({
  resolve: {
    alias: {
      "@": import.meta.dirname,
    },
  },
  test: {
    environment: "node",
    include: isHeavy ? heavyFiles() : ["**/*.test.ts", "**/*.test.tsx"],
    exclude: isHeavy ? exclude : [...exclude, heavyOnly],
    // Each worker imports the app once instead of for each file. Files that mock a package reset the modules first.
    isolate: false,
    globalSetup: "tests/harness/database-server.ts",
    setupFiles: "tests/harness/console.ts",
    execArgv: ["--import", "./tests/harness/drizzle-resolution.mjs"],
    // Pages for customers can be rendered without a build (tests/harness/page-assets.json).
    env: {
      // Receivers of webhooks in tests.
      WEBHOOK_ALLOWED_HOSTS: "127.0.0.1",
      WEBHOOK_ALLOW_HTTP: "true",
      AUTH_SECRET: "a test secret with at least 32 characters",
      NEXT_DIST_DIR: "tests/harness",
      LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
    },
    // Two leave a tenth of two cores idle, because tests wait for the database and for processes that they start.
    maxWorkers: 3,
    // The two cores of the CI machine are shared.
    testTimeout: isHeavy ? 300_000 : 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
  },
});
