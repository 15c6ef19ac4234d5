import "server-only";
import { refusalBody } from "@/contract/envelope";
import { ApiError } from "@/core/api-error";
import type { Listing } from "@/core/listing";
import { isUnavailable } from "@/db/rows";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

/** The headers every answer carries. */
export function commonHeaders(requestId: string): Headers {
  return new Headers({
    "Content-Type": "application/json; charset=utf-8",
    "X-Request-Id": requestId,
    "Cache-Control": "private, no-store",
  });
}

const opening = '{"success":true,"data":';

/** An answer's text in pieces. Lists are mapped and written a chunk at a time, so that their length costs no memory. */
export async function* piecesOf(data: unknown): AsyncGenerator<string> {
  if (!isListing(data)) yield `${opening}${JSON.stringify(data)}}`;
  else if ("page" in data) yield `${opening}${JSON.stringify(data.page)}}`;
  else {
    let written = `${opening}[`;
    let separator = "";
    for await (const chunk of data.chunks) {
      if (chunk.length === 0) continue;
      yield written + separator + JSON.stringify(chunk).slice(1, -1);
      written = "";
      separator = ",";
    }
    yield `${written}]}`;
  }
}

function isListing(data: unknown): data is Listing<unknown> {
  return typeof data === "object" && data !== null && ("chunks" in data || ("page" in data && "total" in data));
}

/** Headers that say where a page's next one is and how much there is in all. */
export function pageHeaders(data: unknown, url: URL, headers: Headers): void {
  if (!isListing(data) || !("page" in data)) return;
  headers.set("X-Total-Count", String(data.total));
  if (data.next === null) return;
  const next = new URL(url.pathname + url.search, env().APP_URL);
  next.searchParams.set("cursor", data.next);
  headers.set("Link", `<${next.href}>; rel="next"`);
}

/** Answers 200 with the pieces; the first is awaited, so that what fails before anything was sent is still refused properly. */
export async function answer(pieces: AsyncIterable<string>, requestId: string, headers: Headers): Promise<Response> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  const second = first.done ? first : await iterator.next();
  if (second.done) return new Response(first.done ? "" : first.value, { headers });

  const encoder = new TextEncoder();
  let waiting: string[] = [first.value as string, second.value as string];
  let left = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const piece = waiting.shift() ?? (await iterator.next()).value;
        if (left) return;
        if (piece === undefined) controller.close();
        else controller.enqueue(encoder.encode(piece));
      } catch (err) {
        log.error({ requestId, err }, "an answer broke off");
        // Next prints what reaches it, and a database error quotes its values.
        controller.error(new Error("The answer broke off"));
      }
    },
    async cancel() {
      waiting = [];
      left = true;
      await iterator.return?.();
    },
  });
  return new Response(body, { headers });
}

/** The answer to whatever was thrown. */
export function refusalAnswer(thrown: unknown, requestId: string, headers: Headers): Response {
  const refusal = refusalOf(thrown, requestId);
  for (const [name, value] of Object.entries(refusal.headers ?? {})) headers.set(name, value);
  const { refusal: name, message, fields, challenge, status } = refusal;
  return Response.json(refusalBody(name, requestId, { message, fields, challenge }), { status, headers });
}

/** What was thrown as a refusal: itself, a lost database as `unavailable`, all else as `internal` with the cause in the log. */
export function refusalOf(thrown: unknown, requestId: string): ApiError {
  if (thrown instanceof ApiError) {
    log.debug({ requestId, refusal: thrown.refusal }, "refused");
    return thrown;
  }
  const refusal = new ApiError(isUnavailable(thrown) ? "unavailable" : "internal");
  log.error({ requestId, err: thrown }, refusal.refusal);
  return refusal;
}
