/** A signal that aborts when the job checks it for the nth time. */
export function stopAtCheck(check: number): AbortSignal {
  let checks = 0;
  const throwIfAborted = () => {
    if (++checks >= check) throw new Error("The worker was stopped");
  };
  return Object.defineProperties(new AbortController().signal, {
    throwIfAborted: { value: throwIfAborted },
    aborted: { get: () => checks >= check },
  });
}
