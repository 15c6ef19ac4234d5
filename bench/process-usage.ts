import { readFileSync, writeFileSync } from "node:fs";

export type Memory = {
  /** The resident memory at the start, in megabytes. */
  before: number;
  /** Returns the peak of the resident memory since, in megabytes. */
  peak(): number;
};

/** Watches the resident memory of a process. Returns null on systems other than Linux. */
export function watchMemory(pid: number): Memory | null {
  const read = (name: string) => {
    const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  };
  try {
    // Resets the peak.
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
    return { before: read("VmRSS"), peak: () => read("VmHWM") };
  } catch {
    return null;
  }
}

/** The unit in which Linux counts CPU time. */
const ticksPerSecond = 100;

/** Returns the CPU time that a process has used, in microseconds. Unlike the clock, it ignores other processes. NaN on systems other than Linux. */
export const getCpuTime = (pid: number): number => readCpuTime(pid).own;

/** Returns the CPU time that a process and its children have used, also those that ended, in microseconds. */
export function getCpuTimeOfTree(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
    const { own, endedChildren } = readCpuTime(pid);
    return own + endedChildren + children.reduce((sum, child) => sum + getCpuTime(child), 0);
  } catch {
    return Number.NaN;
  }
}

function readCpuTime(pid: number): { own: number; endedChildren: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the name in parentheses, which can contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const sum = (index: number) => ((Number(fields[index]) + Number(fields[index + 1])) / ticksPerSecond) * 1_000_000;
    return { own: sum(11), endedChildren: sum(13) };
  } catch {
    return { own: Number.NaN, endedChildren: Number.NaN };
  }
}
