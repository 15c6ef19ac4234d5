import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: {
      "@": import.meta.dirname,
      // It throws outside Next's server, which is what it is for.
      "server-only": `${import.meta.dirname}/tests/harness/empty.ts`,
    },
  },
  test: {
    environment: "node",
    include: ["**/*.test.ts", "**/*.test.tsx"],
    exclude: ["**/node_modules/**", "e2e/**", ".next*/**", ".data*/**"],
    globalSetup: "tests/harness/database.ts",
    setupFiles: "tests/harness/console.ts",
    // The loader that makes drizzle quick to import, which every file of tests does anew.
    execArgv: ["--import", "./start/typescript.mjs"],
    env: { AUTH_SECRET: "a secret of the tests, of 32 characters and more" },
    // Left to itself it keeps a core free, which is half of the two there are.
    maxWorkers: 2,
    // Two shared cores may be busy with something else.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
  },
});
