import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childEnvironment } from "@/lib/env";
import { freePort } from "@/lib/ports";
import { terminate } from "./bench-process";
import type { BenchEnvironment } from "./environment";
import { formatNumber, type ReportRow } from "./measure";

/** How much the launcher, the web server and the worker may use together while nothing happens, in megabytes. */
const maxMb = 300;
const idleMs = 30_000;

/** Measures the resident memory of a new installation that has no work to do, without PostgreSQL. Only on Linux. */
export async function measureIdleMemory({ folder, log }: BenchEnvironment): Promise<ReportRow[]> {
  if (process.platform !== "linux") return [];
  log("Memory of an idle installation");
  const port = String(await freePort());
  const dataFolder = path.join(folder, "idle");
  const environment = childEnvironment({ PORT: port, DATA_DIR: dataFolder, LOG_LEVEL: "error", NODE_ENV: undefined });
  const child = spawn(process.execPath, ["bootstrap.mjs", "start"], { env: environment, stdio: ["ignore", "ignore", "inherit"] });
  try {
    while (!(await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null))?.ok) {
      if (child.exitCode !== null) throw new Error(`npm start exited with ${child.exitCode}`);
      await sleep(200);
    }
    await sleep(idleMs);
    const usage = readMemoryByEntryPoint(child.pid ?? 0);
    const total = Object.values(usage).reduce((sum, megabytes) => sum + megabytes, 0);
    return [
      {
        title: "Memory of an idle installation: launcher, web server and worker",
        measured: `${formatNumber(total)} MB`,
        baseline: `${maxMb} MB`,
        ratio: total / maxMb,
        target: { label: "≤ 1.00", isMet: total <= maxMb },
        note: Object.entries(usage)
          .map(([name, megabytes]) => `${name} ${Math.round(megabytes)} MB`)
          .join(", "),
      },
    ];
  } finally {
    await terminate(child);
  }
}

/** Returns the resident memory of the descendants that run a bundled entry point, in megabytes. */
function readMemoryByEntryPoint(ancestor: number): Record<string, number> {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)));
  const descendants = new Set([ancestor]);
  for (let size = 0; size < descendants.size; ) {
    size = descendants.size;
    for (const { pid, parent } of processes) if (descendants.has(parent)) descendants.add(pid);
  }
  return Object.fromEntries(
    processes.flatMap(({ pid, entryPoint, megabytes }) => (descendants.has(pid) && entryPoint ? [[entryPoint, megabytes]] : [])),
  );
}

function readProcess(pid: number) {
  const read = (file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      // It has ended.
      return "";
    }
  };
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(read("status"))?.[1] ?? 0);
  return { pid, parent: field("PPid"), megabytes: field("VmRSS") / 1024, entryPoint: /dist\/cli\/(\w+)\.js/.exec(read("cmdline"))?.[1] };
}
