import { defineConfig } from "@playwright/test";
import { environmentVariable } from "./lib/env";
import { findChromium } from "./scripts/chromium";
import { isHeavy } from "./tests/harness/size";

/** Flags that Chromium needs here: the sandbox doesn't start as root. */
export const chromiumSandboxFlags = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

const chromiumFlags = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-gpu",
  "--disable-gpu-rasterization",
  "--disable-quic",
  "--no-first-run",
  // Pages are open for seconds, in which optimizing their scripts takes more time than it saves.
  "--js-flags=--no-maglev --no-opt --no-sparkplug",
];

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  ...(isHeavy ? { grep: /@heavy|@sampled/ } : { grepInvert: /@heavy/ }),
  outputDir: "test-results",
  globalSetup: "./e2e/harness/global-setup.ts",
  retries: 0,
  // Two leave a third of two cores idle, because the tests wait for the browser and the server in turns.
  workers: 3,
  // Some heavy tests open every page, on cores that are shared.
  timeout: isHeavy ? 420_000 : 180_000,
  // The two cores of the CI machine are shared.
  expect: { timeout: 30_000 },
  forbidOnly: environmentVariable("CI") !== undefined,
  reporter: "list",
  use: {
    // Set by the global setup.
    baseURL: environmentVariable("E2E_BASE_URL"),
    // Traces of failed tests are opt-in because recording takes 20 % more time.
    trace: environmentVariable("E2E_TRACE") === undefined ? "off" : "retain-on-failure",
  },
  projects: [
    {
      name: "chromium",
      use: {
        browserName: "chromium",
        launchOptions: {
          executablePath: findChromium(),
          args: [...chromiumFlags, ...chromiumSandboxFlags],
        },
      },
    },
  ],
});
