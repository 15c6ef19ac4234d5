import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { childEnvironment, environmentVariable } from "@/lib/env";

// The headless shell needs half of the time of the whole browser.
const commandNames = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Finds a Chromium for the browser tests: an installed one, Playwright's, or Debian's, which is installed if possible. Throws with instructions otherwise. */
export function findChromium(): string {
  const path =
    environmentVariable("CHROMIUM_PATH") ??
    findInstalled() ??
    (isExecutable(chromium.executablePath()) ? chromium.executablePath() : undefined);
  if (path) return path;
  if (process.getuid?.() === 0 && findOnPath("apt-get")) {
    console.log("Chromium was not found. Installing Debian's package…");
    const spawnOptions = {
      stdio: ["ignore", "ignore", "inherit"] as ("ignore" | "inherit")[],
      env: childEnvironment({ DEBIAN_FRONTEND: "noninteractive" }),
    };
    spawnSync("apt-get", ["update", "-q"], spawnOptions);
    // Older releases of Debian have the whole browser only.
    for (const name of ["chromium-headless-shell", "chromium"]) {
      spawnSync("apt-get", ["install", "-q", "-y", "--no-install-recommends", name], spawnOptions);
      const installedPath = findInstalled();
      if (installedPath) return installedPath;
    }
  }
  throw new Error(
    "The browser tests need Chromium, but it was not found. Do one of these and run `npm test` again:\n" +
      "  apt-get install chromium             (Debian and Ubuntu, as root)\n" +
      "  npx playwright install chromium      (Playwright's own)\n" +
      "  CHROMIUM_PATH=/path/to/chrome npm test",
  );
}

function findInstalled(): string | undefined {
  const mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  return commandNames.map(findOnPath).find(Boolean) ?? (isExecutable(mac) ? mac : undefined);
}

function findOnPath(name: string): string | undefined {
  return [...(environmentVariable("PATH") ?? "").split(delimiter), "/usr/bin"].map((folder) => join(folder, name)).find(isUsable);
}

// Ubuntu's chromium-browser is only a script that asks to install a snap.
function isUsable(path: string): boolean {
  if (!isExecutable(path)) return false;
  if (path.endsWith("apt-get")) return true;
  try {
    execFileSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
