import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: {
      "@": import.meta.dirname,
      // The package throws when it is imported outside Next's server.
      "server-only": `${import.meta.dirname}/tests/harness/empty.ts`,
    },
  },
  test: {
    environment: "node",
    include: ["**/*.test.ts", "**/*.test.tsx"],
    exclude: ["**/node_modules/**", "e2e/**", ".next*/**", ".data*/**"],
    globalSetup: "tests/harness/database-server.ts",
    setupFiles: "tests/harness/console.ts",
    // Makes importing drizzle faster, which every test file does.
    execArgv: ["--import", "./start/typescript-loader.mjs"],
    env: { AUTH_SECRET: "a test secret with at least 32 characters" },
    // By default, Vitest leaves one core free.
    maxWorkers: 2,
    // The two cores of the CI machine are shared.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
  },
});
