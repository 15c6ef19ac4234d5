import { defineConfig } from "@playwright/test";
import { inherited } from "./lib/env";

const quiet = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-gpu",
  "--disable-gpu-rasterization",
  "--disable-quic",
  "--no-first-run",
];

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/harness/setup.ts",
  retries: 0,
  workers: 2,
  timeout: 120_000,
  // Two shared cores may be busy with something else.
  expect: { timeout: 15_000 },
  forbidOnly: inherited("CI") !== undefined,
  reporter: "list",
  use: {
    // Set by the global set-up.
    baseURL: inherited("E2E_BASE_URL"),
    // A recording of what failed, where one is asked for: making them takes a fifth of the time.
    trace: inherited("E2E_TRACE") === undefined ? "off" : "retain-on-failure",
  },
  projects: [
    {
      name: "chromium",
      use: {
        browserName: "chromium",
        launchOptions: {
          executablePath: inherited("CHROMIUM_PATH"),
          args: [...quiet, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
        },
      },
    },
  ],
});
