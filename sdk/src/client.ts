import { type CallName, type ErrorName, type ErrorValues, GatehouseError } from "./errors.js";
import type { ErrorBody } from "./generated/types.js";
import { parseRetryAfter, retryDelay, sleep, toTimer, wasNeverSent } from "./retries.js";

/** What a request is about, without anything secret or personal: `path` has the names of its parameters, such as `/codes/:code`. */
export type RequestInfo = {
  call: CallName;
  method: string;
  path: string;
  /** 1 for the first request of a call, and one more for each retry. */
  attempt: number;
};

/** What became of a request. */
export type ResponseInfo = RequestInfo & {
  /** The HTTP status. `null` without an answer. */
  status: number | null;
  requestId: string | null;
  /** The name of the error. `null` if the request succeeded. */
  error: ErrorName | null;
  /** Whether this is the stored answer of an earlier request with the same idempotency key. */
  isReplayed: boolean;
  /** How long the request took. */
  durationMs: number;
  /** How long it is until the request is sent again. `null` if it isn't. */
  retryInMs: number | null;
};

export type ClientOptions = {
  /** Where Gatehouse is, such as `https://codes.example.org`. */
  url: string;
  /** The API key. */
  key: string;
  /** Sends the requests, instead of the global `fetch`. */
  fetch?: typeof fetch;
  /** How long to wait for an answer, in milliseconds, for each attempt. Defaults to 60 seconds, and to 10 minutes for large changes. */
  timeoutMs?: number;
  /** How many times a request is sent again at most. Defaults to 3. */
  maxRetries?: number;
  /** The longest wait before a retry, in milliseconds. If the server asks for a longer one, the error is thrown. Defaults to 60 seconds. */
  maxRetryDelayMs?: number;
  /** Called before each request, for logs. */
  onRequest?: (request: RequestInfo) => void;
  /** Called after each request, for logs. */
  onResponse?: (response: ResponseInfo) => void;
};

/** The options of one call. */
export type CallOptions = {
  /** Ends the call when it is aborted. The call then throws the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** How long to wait for an answer, in milliseconds, for each attempt. */
  timeoutMs?: number | undefined;
  /** How many times a request is sent again at most. */
  maxRetries?: number | undefined;
};

/** The options of a write. */
export type WriteOptions = CallOptions & {
  /**
   * Identifies this change, 1 to 255 printable ASCII characters. A call with the same key within 24 hours doesn't make the change again.
   * Without it, each call has a new key, which all its attempts share. Save your own key first if your program may stop during the call.
   */
  idempotencyKey?: string | undefined;
};

/** How a request can be repeated: always (`read`), with an idempotency key (`write`), or only if it didn't reach the server (`once`). */
export type Kind = "read" | "write" | "once";

/** A body that isn't JSON. */
export type Content = string | Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;

/** What a call sends. */
export type Parts = {
  params?: Record<string, string>;
  query?: object | undefined;
  body?: object | undefined;
  /** A body that isn't JSON, and its content type. */
  content?: Content;
  type?: string;
  /** Large changes take longer. */
  isLong?: boolean;
  options?: WriteOptions | undefined;
};

/** `endpoint` is a method and a path, with a leading colon before each parameter. The body of a file isn't read. */
export type Operation = Parts & { name: CallName; kind: Kind; endpoint: string; isFile?: boolean };

/** An answer of the API. */
type Answer = { body: { data: unknown; [field: string]: unknown }; headers: Headers; response: Response };

/** Sends a request, and again as long as this is safe and can help. Throws a `GatehouseError`, or the reason of an aborted signal. */
export type SendRequest = (operation: Operation) => Promise<Answer>;

const defaultTimeout = 60_000;
const longTimeout = 600_000;
const defaultRetries = 3;
const defaultMaxRetryDelay = 60_000;
/** How many attempts there are while the first one still runs. */
const maxInFlightAttempts = 60;

/** What differs between the clients: the beginning of the keys that the other one is for, and how a path is filled. */
export type Audience = { wrongKey: string; rightClient: string; fillPath?: (path: string, operation: Operation) => string };

/** Creates the function that sends requests. */
export function createSend(options: ClientOptions, { wrongKey, rightClient, fillPath = (path) => path }: Audience): SendRequest {
  const { key, maxRetryDelayMs = defaultMaxRetryDelay, onRequest, onResponse } = options;
  const base = apiUrl(options.url);
  if (!/^[\x21-\x7e]+$/.test(key ?? "")) throw new TypeError("`key` must be an API key, such as sk_…");
  if (key.startsWith(wrongKey)) throw new TypeError(`This key starts with ${wrongKey}. Use ${rightClient} with it.`);

  return async (operation) => {
    const { name, kind, endpoint, isLong, isFile = false, options: own = {} } = operation;
    const { signal, maxRetries = options.maxRetries ?? defaultRetries } = own;
    const [method = "", path = ""] = endpoint.split(" ");
    const idempotencyKey = kind === "write" ? (own.idempotencyKey ?? createKey()) : undefined;
    const request: PreparedRequest = {
      fetch: options.fetch ?? ((...args) => fetch(...args)),
      url: base + fillPath(path, operation),
      init: requestInit(method, operation, key, idempotencyKey),
      timeoutMs: own.timeoutMs ?? options.timeoutMs ?? (isLong ? longTimeout : defaultTimeout),
      signal,
      isFile,
    };
    const isStream = request.init.body instanceof ReadableStream;
    let isOutcomeUnknown = false;
    let retries = 0;
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      const info = { call: name, method, path, attempt };
      notify(onRequest, info);
      const start = Date.now();
      const { answer, error, response } = await sendOnce(request);
      const report = (retryInMs: number | null) =>
        notify(onResponse, {
          ...info,
          status: response?.status ?? null,
          requestId: error?.requestId ?? response?.headers.get("x-request-id") ?? null,
          error: error?.name ?? null,
          isReplayed: response?.headers.get("idempotent-replayed") === "true",
          durationMs: Date.now() - start,
          retryInMs,
        });
      if (answer) {
        report(null);
        return answer;
      }
      const changedNothing = wasNeverSent(error) || wasRefused(error);
      isOutcomeUnknown = kind !== "read" && !isFinal(error) && (isOutcomeUnknown || !changedNothing);
      // Asked for again until it has ended.
      const isInFlight = error.name === "idempotency_in_flight" && attempt < maxInFlightAttempts;
      const canRetry =
        error.isRetryable &&
        error.name !== "proof_required" &&
        (kind !== "once" || changedNothing) &&
        !isStream &&
        (retries < maxRetries || (isInFlight && maxRetries > 0));
      const delay = canRetry ? retryDelay(error.retryAfter, retries, maxRetryDelayMs) : null;
      report(delay);
      if (delay === null) throw new GatehouseError({ ...error, call: name, idempotencyKey, isOutcomeUnknown });
      if (!isInFlight) retries++;
      await sleep(delay, signal);
    }
  };
}

/** Returns the URL of the API. */
function apiUrl(text: string): string {
  const [, base] = /^(https?:\/\/[^/?#@\s]+(?:\/[^?#\s]*?)??)(?:\/api)?\/*$/i.exec(text) ?? [];
  if (!base) throw new TypeError("`url` must be where Gatehouse is, such as https://codes.example.org");
  return `${base}/api`;
}

/** 128 random bits. `crypto.randomUUID` is missing on pages without HTTPS. */
const createKey = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));

function requestInit(method: string, { body, content, type }: Operation, key: string, idempotencyKey?: string): RequestInit {
  // Throws for a key that can't be in a header, which isn't a failed connection.
  const headers = new Headers({ Authorization: `Bearer ${key}` });
  if (type ?? body) headers.set("Content-Type", type ?? "application/json");
  if (idempotencyKey !== undefined) headers.set("Idempotency-Key", idempotencyKey);
  // A redirect would repeat a write as a read, or without the key.
  const init: RequestInit & { duplex?: "half" } = { method, headers, redirect: "manual" };
  const sent = content ?? (body && JSON.stringify(body));
  if (sent !== undefined) init.body = sent as BodyInit;
  if (sent instanceof ReadableStream) init.duplex = "half";
  return init;
}

type PreparedRequest = {
  fetch: typeof fetch;
  url: string;
  init: RequestInit;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  isFile: boolean;
};

type Outcome = { answer: Answer; error?: undefined } | { answer?: undefined; error: ErrorValues };

/** Sends one request, and reads its answer. Throws only the reason of the aborted signal. */
async function sendOnce({
  fetch,
  url,
  init,
  timeoutMs,
  signal,
  isFile,
}: PreparedRequest): Promise<Outcome & { response?: Response | undefined }> {
  const controller = new AbortController();
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = true;
    controller.abort();
  }, toTimer(timeoutMs));
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", abort);
  let isBodyOpen = false;
  let response: Response | undefined;
  try {
    response = await fetch(url, { ...init, signal: controller.signal });
    isBodyOpen = isFile && response.ok;
    if (isBodyOpen) return { answer: { body: { data: null }, headers: response.headers, response }, response };
    return { ...readAnswer(response, await response.text()), response };
  } catch (cause) {
    signal?.throwIfAborted();
    const name = isTimeout ? "timeout" : "connection_failed";
    const message = isTimeout ? `Gatehouse didn't answer within ${timeoutMs} ms.` : response ? cutOff : "Gatehouse can't be reached.";
    return { error: { name, message, isRetryable: true, cause }, response };
  } finally {
    clearTimeout(timer);
    // The signal also ends the reading of a file.
    if (!isBodyOpen) signal?.removeEventListener("abort", abort);
  }
}

const cutOff = "The answer of Gatehouse was cut off.";

/** Reads an answer, which is one of the API or of something in between, such as a proxy. */
function readAnswer(response: Response, text: string): Outcome {
  const { status, ok, headers } = response;
  const body = parseJson(text);
  if (ok && body?.success === true) return { answer: { body: body as Answer["body"], headers, response } };
  const { success, error: name, message = name, requestId, fields, challenge, details } = (body ?? {}) as Partial<ErrorBody>;
  const known = {
    status,
    requestId: requestId ?? headers.get("x-request-id") ?? undefined,
    retryAfter: parseRetryAfter(headers) ?? details?.retryAfter,
  };
  if (!ok && success === false && name && message)
    return { error: { ...known, name, message, fields, challenge, details, isRetryable: details?.retryable ?? false } };
  // JSON that isn't complete was cut off.
  if (ok && !body && headers.get("content-type")?.includes("json"))
    return { error: { ...known, name: "connection_failed", message: cutOff, isRetryable: true } };
  const target = headers.get("location")?.split("?")[0];
  const explanation =
    response.type === "opaqueredirect" || target
      ? `\`url\` redirects to ${target ?? "another URL"}. Use that URL.`
      : `The answer, with status ${status}, isn't one of Gatehouse. Check \`url\` and what is between.`;
  // A proxy in front can be busy or restart.
  return { error: { ...known, name: "unexpected_response", message: explanation, isRetryable: status === 429 || status >= 500 } };
}

function parseJson(text: string): { success?: unknown } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns whether an answer says that its request changed nothing. */
const wasRefused = ({ status = 0 }: ErrorValues): boolean => status >= 300 && status < 500 && status !== 408;

/**
 * Returns whether an answer also says that no earlier attempt changed anything: with the same idempotency key, the answer to one that did
 * would have been repeated. Some answers come before the server looks for it.
 */
const isFinal = (error: ErrorValues): boolean =>
  wasRefused(error) && ![401, 429].includes(error.status ?? 0) && !["unexpected_response", "idempotency_in_flight"].includes(error.name);

/** Calls a hook. A log that fails doesn't make a call fail whose change was made. */
function notify<Info>(hook: ((info: Info) => void) | undefined, info: Info): void {
  try {
    hook?.(info);
  } catch (error) {
    console.error("A hook of the Gatehouse client failed:", error);
  }
}
