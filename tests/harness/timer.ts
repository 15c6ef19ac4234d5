/**
 * Starts a timer on the event loop of this process. Unlike a difference between two times, it has not expired too early when the machine is so
 * busy that the code under test runs late.
 */
export function startTimer(milliseconds: number): { hasExpired(): boolean } {
  let isExpired = false;
  setTimeout(() => {
    isExpired = true;
  }, milliseconds).unref();
  return { hasExpired: () => isExpired };
}

/** Returns the CPU time that `callback` takes, in seconds, which other processes don't prolong. */
export async function measureCpuSeconds(callback: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await callback();
  return process.cpuUsage(start).user / 1e6;
}
