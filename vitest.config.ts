import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: {
      "@": import.meta.dirname,
    },
  },
  test: {
    environment: "node",
    include: ["**/*.test.ts", "**/*.test.tsx"],
    exclude: ["**/node_modules/**", "e2e/**", ".next*/**", ".data*/**"],
    globalSetup: "tests/harness/database-server.ts",
    setupFiles: "tests/harness/console.ts",
    execArgv: ["--import", "./tests/harness/drizzle-resolution.mjs"],
    env: { AUTH_SECRET: "a test secret with at least 32 characters" },
    // By default, Vitest leaves one core free.
    maxWorkers: 2,
    // The two cores of the CI machine are shared.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
  },
});
