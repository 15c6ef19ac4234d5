import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { childEnvironment, environmentVariable } from "@/lib/env";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** A Chromium for the browser tests: one that is installed, Playwright's own, or Debian's, installed now where that is allowed. Throws what to do otherwise. */
export function findChromium(): string {
  const found =
    environmentVariable("CHROMIUM_PATH") ?? installed() ?? (isProgram(chromium.executablePath()) ? chromium.executablePath() : undefined);
  if (found) return found;
  if (process.getuid?.() === 0 && onPath("apt-get")) {
    console.log("There is no Chromium: installing Debian's …");
    const quietly = {
      stdio: ["ignore", "ignore", "inherit"] as ("ignore" | "inherit")[],
      env: childEnvironment({ DEBIAN_FRONTEND: "noninteractive" }),
    };
    spawnSync("apt-get", ["update", "-q"], quietly);
    spawnSync("apt-get", ["install", "-q", "-y", "--no-install-recommends", "chromium"], quietly);
    const now = installed();
    if (now) return now;
  }
  throw new Error(
    "The browser tests need a Chromium, and there is none. Do one of these and run `npm test` again:\n" +
      "  apt-get install chromium             (Debian and Ubuntu, as root)\n" +
      "  npx playwright install chromium      (Playwright's own)\n" +
      "  CHROMIUM_PATH=/path/to/chrome npm test",
  );
}

function installed(): string | undefined {
  const mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  return names.map(onPath).find(Boolean) ?? (isProgram(mac) ? mac : undefined);
}

function onPath(name: string): string | undefined {
  return [...(environmentVariable("PATH") ?? "").split(delimiter), "/usr/bin"].map((folder) => join(folder, name)).find(works);
}

// Ubuntu's chromium-browser is a script that says to install a snap.
function works(path: string): boolean {
  if (!isProgram(path)) return false;
  if (path.endsWith("apt-get")) return true;
  try {
    execFileSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
