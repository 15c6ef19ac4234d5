import type { ErrorValues } from "./errors.js";

/** The wait before the first retry, in milliseconds. It doubles with each one. */
const firstDelay = 250;
const maxDelay = 10_000;

/** Reads `Retry-After` (RFC 9110, section 10.2.3), which is seconds or a date. Returns seconds, or undefined if it is neither. */
export function parseRetryAfter(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  const time = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  // The clock of this machine can be wrong, that of the server gives the difference.
  const now = Date.parse(headers.get("date") ?? "") || Date.now();
  return Math.max(0, Math.ceil((time - now) / 1000));
}

/** Returns how long to wait before a retry, in milliseconds, with jitter. Null if the server asks for more than `longest`. */
export function retryDelay(retryAfter: number | null | undefined, retries: number, longest: number): number | null {
  const asked = (retryAfter ?? 0) * 1000;
  if (asked > longest) return null;
  const own = Math.min(firstDelay * 2 ** retries, maxDelay, longest);
  // Clients that were refused at the same time don't come back at the same time.
  return Math.round(Math.max(asked, own / 2) + (own / 2) * Math.random());
}

/** Timers with a longer time run at once. */
const longestTimer = 2 ** 31 - 1;
export const toTimer = (milliseconds: number): number => Math.min(milliseconds, longestTimer);

/** Waits. Rejects with the reason of the signal when it is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => end(() => reject(signal?.reason));
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      settle();
    };
    const timer = setTimeout(end, toTimer(milliseconds), resolve);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
  });
}

/** The codes of errors before there was a connection, by Node.js and Bun. Others have none. */
const connectErrors = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/;

/** Returns whether a request failed before anything was sent, as far as the runtime tells. Browsers don't. */
export function wasNeverSent({ name, cause }: ErrorValues): boolean {
  const error = cause as { code?: string; cause?: { code?: string } } | undefined;
  return name === "connection_failed" && connectErrors.test(error?.code ?? error?.cause?.code ?? "");
}
