import { FastResponse } from "srvx/node";
import { customerMessage, type ErrorDetails, errorBody } from "@/contract/error-body";
import { ApiError } from "@/core/api-error";
import { type ListResult, ReplyWithFields } from "@/core/pagination";
import { retryAfterHeader } from "@/core/rate-limits";
import { isLimitExceeded, isTimeout, isUnavailable } from "@/db/query";
import { withoutRequestLimit } from "@/db/request-limit";
import { currentTime } from "@/lib/clock";
import { log } from "@/lib/log";

/** Returns the headers of every response. */
export function commonHeaders(requestId: string): Headers {
  return new Headers({
    "Content-Type": "application/json; charset=utf-8",
    "X-Request-Id": requestId,
    "Cache-Control": "private, no-store",
  });
}

/** The Content-Security-Policy of HTML that isn't a page of the app: no scripts, no requests and no links, whatever the HTML contains. */
const htmlPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Returns the headers of an HTML response that can be shown in a frame. Copies `headers`, which an error response may still need. */
export function htmlHeaders(headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.set("Content-Type", "text/html; charset=utf-8");
  copy.set("Content-Security-Policy", htmlPolicy);
  return copy;
}

const texts = new WeakMap<Response, { text: string; headers: Headers }>();

/** Returns a response's text and headers if its body is one text, which the server can write at once, without a stream. */
export const responseText = (response: Response): { text: string; headers: Headers } | undefined => texts.get(response);

function plainTextResponse(text: string, headers: Headers): Response {
  // Unlike `Response`, it creates its stream only if that is read.
  const response = new FastResponse(text, { headers });
  texts.set(response, { text, headers });
  return response;
}

const envelopeStart = '{"success":true,"data":';

/** Serializes a reply in the success envelope, unless it is a list that is read in chunks. */
function jsonText(data: unknown): string | null {
  if (data instanceof ReplyWithFields) return JSON.stringify({ success: true, data: data.items, ...data.fields });
  if (!isListResult(data)) return JSON.stringify({ success: true, data });
  return "page" in data ? JSON.stringify({ success: true, data: data.page, nextCursor: data.next }) : null;
}

/** Serializes a reply in the success envelope. Lists that are read in chunks are serialized chunk by chunk, in constant memory. */
export async function* jsonChunks(data: unknown): AsyncGenerator<string> {
  const text = jsonText(data);
  if (text !== null) yield text;
  else if (isListResult(data) && "readAll" in data) {
    let buffer = `${envelopeStart}[`;
    let separator = "";
    for await (const chunk of data.readAll((item) => JSON.stringify(item))) {
      if (chunk.length === 0) continue;
      yield buffer + separator + chunk.join(",");
      buffer = "";
      separator = ",";
    }
    yield `${buffer}]}`;
  }
}

/** Sends a reply in the success envelope. */
export function jsonResponse(data: unknown, requestId: string, headers: Headers): Response | Promise<Response> {
  const text = jsonText(data);
  return text === null ? streamResponse(jsonChunks(data), requestId, headers) : plainTextResponse(text, headers);
}

/** Whether a reply is a page, or a list that is read in chunks. */
export function isListResult(data: unknown): data is ListResult<unknown> {
  return typeof data === "object" && data !== null && ("readAll" in data || ("page" in data && "total" in data));
}

/** Sets the `X-Total-Count` and `Link` headers of a page (RFC 8288: the target can be a relative reference). */
export function setPageHeaders(data: unknown, url: URL, headers: Headers): void {
  if (!isListResult(data) || !("page" in data)) return;
  headers.set("X-Total-Count", String(data.total));
  if (data.next === null) return;
  const query = new URLSearchParams(url.search);
  query.set("cursor", data.next);
  // Relative, so that a client stays on the address that it uses, and doesn't send its key to another one.
  headers.set("Link", `<${url.pathname}?${query}>; rel="next"`);
}

async function* iterate<T>(chunks: Iterable<T>): AsyncGenerator<T> {
  yield* chunks;
}

/**
 * Streams a successful response. It waits for the first chunk, so that an early failure still returns an error response. `isLive`: the chunks
 * take as long as what they are about takes to happen.
 */
export async function streamResponse(
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  requestId: string,
  headers: Headers,
  { isLive = false } = {},
): Promise<Response> {
  // Directly, so that closing the response reaches what is still waiting for the next chunk.
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : iterate(chunks);
  const first = await iterator.next();
  const second = first.done || isLive ? null : await iterator.next();
  const firstChunk = first.done ? "" : first.value;
  if ((first.done || second?.done) && typeof firstChunk === "string") return plainTextResponse(firstChunk, headers);

  const encoder = new TextEncoder();
  let queue = [firstChunk, ...(second === null || second.done ? [] : [second.value])];
  let isCanceled = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const chunk = queue.shift() ?? (await withoutRequestLimit(() => iterator.next())).value;
        if (isCanceled) return;
        if (chunk === undefined) controller.close();
        else controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
      } catch (err) {
        log.error({ requestId, err }, "response aborted");
        // Next logs the error, and database errors contain query parameters.
        controller.error(new Error("Response aborted"));
      }
    },
    async cancel() {
      queue = [];
      isCanceled = true;
      await iterator.return?.(undefined);
    },
  });
  return new Response(body, { headers });
}

/** Creates the error response for a thrown value. `isForCustomer`: its message can be shown to a customer. */
export function errorResponse(error: unknown, requestId: string, headers: Headers, isForCustomer = false): Response {
  const apiError = toApiError(error, requestId);
  for (const [name, value] of Object.entries(apiError.headers ?? {})) headers.set(name, value);
  const { errorName, fields, challenge, secondFactors, status } = apiError;
  const message = isForCustomer ? customerMessage(errorName, apiError.message, fields) : apiError.message;
  const details = errorDetails(apiError, message);
  return FastResponse.json(errorBody(errorName, requestId, { message, time: currentTime(), fields, challenge, secondFactors, details }), {
    status,
    headers,
  });
}

/** Returns what programs need to know about an error whose response has this message. */
function errorDetails(
  { headers, validity, existingLead, scope, tokenState, message: reason }: ApiError,
  message: string,
): Omit<ErrorDetails, "retryable" | "docs"> {
  const retryAfter = headers?.["Retry-After"];
  return {
    ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }),
    ...validity,
    ...existingLead,
    ...(scope !== undefined && { scope }),
    ...(message !== reason && { reason }),
    ...tokenState,
  };
}

/** When clients should try again while the database is unavailable, in seconds. */
const unavailableRetrySeconds = 5;

/** Returns the message of an error that says more than that the database can't be reached. */
function busyMessage(error: unknown): string | undefined {
  if (isTimeout(error)) return "This took too long and was stopped. Try again in a moment, or with a narrower search or filter.";
  if (isLimitExceeded(error)) return "You have too many lists, searches and exports open at once. Try again in a moment.";
}

/** Converts a thrown value to an `ApiError`: `unavailable` if the database can't be reached, otherwise `internal`. Logs the cause. */
export function toApiError(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) {
    log.debug({ requestId, error: error.errorName }, "request failed");
    return error;
  }
  const apiError = isUnavailable(error)
    ? new ApiError("unavailable", { headers: retryAfterHeader(unavailableRetrySeconds), message: busyMessage(error) })
    : new ApiError("internal");
  log[isLimitExceeded(error) ? "debug" : "error"]({ requestId, err: error }, apiError.errorName);
  return apiError;
}
