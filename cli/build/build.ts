import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildFolder, childEnvironment, environmentVariable } from "@/lib/env";
import { commands } from "../commands.mjs";

const sources = [
  "app",
  "browser",
  "components",
  "contract",
  "core",
  "db",
  "emails",
  "lib",
  "server",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  "patches",
  "cli/build",
];

/** Builds the app unless the sources are unchanged since the last build. Throws with the build output if it fails. */
export async function buildIfNeeded(log: (line: string) => void = console.log, signal?: AbortSignal): Promise<void> {
  if (isBuilt()) return;
  log("Building (takes about a minute, only after changes)…");
  const startedAt = Date.now();
  const progress = setInterval(() => log(`  still building (${Math.round((Date.now() - startedAt) / 1_000)} s)`), 15_000);
  // In a process of its own, because the build tools need 90 MB.
  await runBuildProcess(commands.build, signal).finally(() => clearInterval(progress));
}

/** Builds the app in this process, unless the sources are unchanged. */
export async function build(): Promise<void> {
  if (isBuilt()) return;
  const fingerprint = sourceFingerprint();
  rmSync(stampFile(), { force: true });
  await runBuildProcess(["node_modules/next/dist/bin/next", "build"]);
  const [{ compressFiles }, { buildPageAssets }] = await Promise.all([import("./compress"), import("./page-assets")]);
  await buildPageAssets(buildFolder());
  await Promise.all(["static", "embed"].map((name) => compressFiles(join(buildFolder(), name))));
  writeFileSync(stampFile(), fingerprint);
}

const stampFile = () => join(buildFolder(), "gatehouse-build");

function isBuilt(): boolean {
  return (
    existsSync(join(buildFolder(), "BUILD_ID")) && existsSync(stampFile()) && readFileSync(stampFile(), "utf8") === sourceFingerprint()
  );
}

function sourceFingerprint(): string {
  const hash = createHash("sha256").update(`${process.version} ${environmentVariable("BENCH") ?? ""}`);
  for (const path of sources.flatMap(listFiles)) hash.update(`\0${path}\0`).update(readFileSync(path));
  return hash.digest("hex");
}

function listFiles(path: string): string[] {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function runBuildProcess(args: string[], signal?: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    signal,
    env: childEnvironment({ NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", PAGES_ONLY: "1" }),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`The build failed (${signal ?? code}).\n${output.trim()}`)),
    );
  });
}
