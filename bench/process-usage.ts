import { readFileSync, writeFileSync } from "node:fs";

export type Memory = {
  /** Resident when the watch began, in megabytes. */
  before: number;
  /** The most that was resident since, in megabytes. */
  peak(): number;
};

/** Watches a process's resident memory; null where the system does not tell it (Linux does). */
export function watchMemory(pid: number): Memory | null {
  const read = (name: string) => {
    const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  };
  try {
    // Forgets the highest mark so far.
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
    return { before: read("VmRSS"), peak: () => read("VmHWM") };
  } catch {
    return null;
  }
}

/** Clock ticks a second in which Linux counts processor time. */
const ticks = 100;

/** Processor time a process has used, in microseconds; unlike the clock it does not count what others on the machine do. NaN where the system does not tell. */
export function processorTime(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the name, in brackets, and may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return ((Number(fields[11]) + Number(fields[12])) / ticks) * 1_000_000;
  } catch {
    return Number.NaN;
  }
}
