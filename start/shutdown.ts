/** Calls `stop` once, at the first signal or when the process that started this one is gone, and `hurry` at a signal more than a second later. */
export function onStop(stop: () => void, hurry: () => void = () => {}): void {
  let since = 0;
  const heard = () => {
    // npm passes the terminal's Ctrl-C on to processes that have it already.
    if (since === 0) stop();
    else if (performance.now() - since > 1_000) hurry();
    since ||= performance.now();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, heard);
  process.once("disconnect", () => since === 0 && heard());
}
