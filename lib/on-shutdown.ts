/** Calls `stop` once, on the first signal or when the parent process ends, and `forceStop` on a signal more than a second later. */
export function onShutdown(stop: () => void, forceStop: () => void = () => {}): void {
  let firstSignalAt = 0;
  const handleSignal = () => {
    // npm forwards Ctrl+C to processes that have already received it from the terminal.
    if (firstSignalAt === 0) stop();
    else if (performance.now() - firstSignalAt > 1_000) forceStop();
    firstSignalAt ||= performance.now();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, handleSignal);
  process.once("disconnect", () => firstSignalAt === 0 && handleSignal());
}
