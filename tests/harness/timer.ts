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
