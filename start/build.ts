import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environmentWith, inherited } from "@/lib/env";
import { compressBelow } from "./compress";
import { buildOwnScripts } from "./own-scripts";

const sources = [
  "app",
  "browser",
  "components",
  "contract",
  "core",
  "db",
  "emails",
  "lib",
  "public",
  "server",
  "proxy.ts",
  "instrumentation.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "package-lock.json",
  "start/compress.ts",
  "start/own-scripts.ts",
];

/** Builds the pages and routes when their sources are not those of the last build. Throws with the builder's words when it fails. */
export async function buildIfNeeded(say: (line: string) => void = console.log, signal?: AbortSignal): Promise<void> {
  const folder = inherited("NEXT_DIST_DIR") ?? ".next";
  const stamp = join(folder, "gatehouse-build");
  const wanted = fingerprint();
  if (existsSync(join(folder, "BUILD_ID")) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;

  say("Building (about a minute; only after a change) …");
  rmSync(stamp, { force: true });
  await nextBuild(signal);
  await buildOwnScripts(folder);
  await compressBelow(join(folder, "static"));
  writeFileSync(stamp, wanted);
}

function fingerprint(): string {
  const hash = createHash("sha256").update(`${process.version} ${inherited("BENCH") ?? ""}`);
  for (const path of sources.flatMap(filesOf)) hash.update(`\0${path}\0`).update(readFileSync(path));
  return hash.digest("hex");
}

function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function nextBuild(signal?: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
    stdio: ["ignore", "pipe", "pipe"],
    signal,
    env: environmentWith({ NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" }),
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`The build failed (${signal ?? code}).\n${said.trim()}`)),
    );
  });
}
