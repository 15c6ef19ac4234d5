import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { acceptsIdempotencyKey, bodyLimit, databaseWork, type Endpoint, type FileReply, isFilePath } from "@/contract/endpoint";
import { fileQuery } from "@/contract/exports";
import { exportRole, hasRole } from "@/contract/roles";
import { ApiError } from "@/core/api-error";
import type { Context } from "@/core/context";
import { exportChunks } from "@/core/exports/file-formats";
import { hasStoredResponse, runIdempotent } from "@/core/idempotency";
import { type ListResult, ReplyWithFields } from "@/core/pagination";
import { getDefaultProjectId } from "@/core/projects/record";
import { findTruthCheck } from "@/core/stored-responses/index";
import { withoutRequestLimit, withRequestLimit } from "@/db/request-limit";
import { canonicalJson } from "@/lib/canonical-json";
import { limitConcurrency } from "@/lib/concurrency";
import { sha256Hex } from "@/lib/ids";
import { authenticate, recordRefusedAccess } from "./authenticate";
import { readBytes, readChunks, readJson, readText } from "./body";
import { type ClientInfo, getClientInfo } from "./client-info";
import { createContext } from "./context";
import { rejectUnlistedOrigin, setCorsHeaders } from "./cors";
import { rejectCrossSite } from "./cross-site";
import { contentDisposition, exportHeaders, recordExportedFile, rejectExport, requestedFile } from "./exports";
import { parseInput, pathParameters, queryParameters, rejectStaffFields } from "./parse";
import { setRateLimitHeaders } from "./rate-limit-headers";
import { requestUrl } from "./request-url";
import {
  commonHeaders,
  errorResponse,
  htmlHeaders,
  isListResult,
  jsonChunks,
  jsonResponse,
  setPageHeaders,
  streamResponse,
} from "./responses";
import { getServices } from "./services";
import { type Caller, countsAttempts, withPublicRateLimit } from "./with-public-rate-limit";

// biome-ignore lint/suspicious/noExplicitAny: accepts endpoints of any shape; `endpointHandler` keeps their types
type AnyEndpoint = Endpoint<any, any, any, any>;

type Parsed<S> = [NonNullable<S>] extends [never] ? undefined : z.output<NonNullable<S>>;

/** The headers and the body of a request that isn't parsed. */
type RawRequest = { headers: Headers; bytes: Uint8Array; stream: AsyncIterable<Uint8Array> };

/** The input of a use case: the context, the parsed parts of the request, and the browser. `raw` has a body only if the endpoint has a `rawBody`: `stream` if it is streamed, otherwise `bytes`. */
type HandlerInput<E extends AnyEndpoint> = {
  ctx: Context;
  params: Parsed<E["params"]>;
  query: Parsed<E["query"]>;
  body: Parsed<E["body"]>;
  raw: RawRequest;
  browser: ClientInfo;
  /** Throws if the caller can't use the endpoint any more, for requests that wait. */
  checkAccess: () => Promise<void>;
};

type Reply<E extends AnyEndpoint> =
  z.input<E["reply"]> extends (infer Item)[] ? ListResult<Item> | ReplyWithFields<Item> | Item[] : z.input<E["reply"]>;

type UseCase<E extends AnyEndpoint> = (input: HandlerInput<E>) => Promise<Reply<E>>;

/**
 * Runs callbacks with the same key one after another in this process. Waiting here instead of for a database lock keeps database connections
 * free. Between processes, only the database lock applies.
 */
const withMutex = limitConcurrency(1);

/** Returns the key of the mutex for a request. */
type MutexKey<E extends AnyEndpoint> = (input: HandlerInput<E>) => string;

type EndpointOptions<E extends AnyEndpoint> = {
  mutexKey?: MutexKey<E>;
  /** Answers a repeated request with an Idempotency-Key whose response was erased. Without it, that is an error. */
  repeat?: UseCase<E>;
};

type Connected<E extends AnyEndpoint> = EndpointOptions<E> & { endpoint: E; handler: UseCase<E> };

export type EndpointHandler = {
  endpoint: Pick<Endpoint, "method" | "path" | "aliases" | "access" | "csv">;
  handle(request: Request): Promise<Response>;
};

/**
 * Connects an endpoint to its use case: authenticates, parses the request, runs the use case, validates the reply against the contract and
 * sends it in the envelope. Endpoints without access rules run as the system actor.
 */
export function endpointHandler<E extends AnyEndpoint>(
  endpoint: E,
  handler: UseCase<E>,
  options: EndpointOptions<E> = {},
): EndpointHandler {
  async function handle(request: Request): Promise<Response> {
    const requestId = randomUUID();
    const headers = commonHeaders(requestId);
    let caller: IdentifiedCaller | undefined;
    try {
      if (endpoint.access.includes("public_key")) setCorsHeaders(request, headers);
      const identified = await getCaller(endpoint, request, requestId, headers);
      caller = identified;
      const reply = () => respond({ endpoint, handler, ...options }, identified, headers);
      return await (endpoint.isLong ? withoutRequestLimit(reply) : reply());
    } catch (error) {
      // Some roles depend on what is changed.
      if (caller && error instanceof ApiError && error.errorName === "role_required") await recordRefusedAccess(caller.ctx, endpoint);
      setRateLimitHeaders(headers, caller?.ctx.rateLimitReports, error instanceof ApiError ? error.errorName : undefined);
      return errorResponse(error, requestId, headers, endpoint.isForForms && request.headers.has("authorization"));
    }
  }
  return { endpoint, handle: (request) => withRequestLimit(() => handle(request)) };
}

/** A caller, the largest body that is read for them, in bytes, and whether they can export lists. */
type IdentifiedCaller = Caller & { bodyLimit: number; canExport: boolean };

async function getCaller(endpoint: Endpoint, request: Request, requestId: string, headers: Headers): Promise<IdentifiedCaller> {
  const limit = endpoint.bodyLimit ?? bodyLimit;
  if (endpoint.access.length === 0) {
    rejectCrossSite(request, endpoint, false);
    // Public reads, such as health checks, must work without the database.
    const projectId = endpoint.method === "GET" ? 0 : await getDefaultProjectId(getServices().connection.db);
    const ctx = createContext({ projectId, actor: { kind: "system", id: null }, requestId });
    return { ctx, attempt: endpoint.attempt, request, salt: "", bodyLimit: limit, canExport: true };
  }
  const { projectId, actor, key, role, isCookieAuthenticated } = await authenticate(request, endpoint, requestId);
  if (isCookieAuthenticated) rejectCrossSite(request, endpoint, true);
  if (key) rejectUnlistedOrigin(request, key, headers);
  const ctx = createContext({ projectId, actor, requestId }, databaseWork(endpoint));
  // People who can only read send no long lists.
  const ownLimit = role === "viewer" ? Math.min(limit, bodyLimit) : limit;
  const canExport = role === null || hasRole(role, exportRole);
  return { ctx, attempt: endpoint.attempt, request, salt: key?.salt ?? "", bodyLimit: ownLimit, canExport };
}

async function respond<E extends AnyEndpoint>(connected: Connected<E>, caller: IdentifiedCaller, headers: Headers): Promise<Response> {
  const { endpoint } = connected;
  const { request } = caller;
  const url = requestUrl(request);
  const { rawBody } = endpoint;
  const bytes = rawBody && !rawBody.isStreamed ? await readBytes(request, rawBody.limit) : new Uint8Array();
  const bodyText = endpoint.body ? await readText(request, caller.bodyLimit) : Buffer.from(bytes).toString("latin1");
  const params = endpoint.params ? parseInput(endpoint.params, pathParameters(endpoint, url.pathname)) : undefined;
  const querySchema = isFilePath(url.pathname) ? fileQuery(endpoint) : endpoint.query;
  const query = querySchema ? parseInput(querySchema, queryParameters(url.searchParams)) : undefined;
  const json = endpoint.body ? readJson(bodyText === "" && endpoint.isBodyOptional ? "{}" : bodyText) : null;
  const parts: RequestParts = {
    params,
    query,
    body: endpoint.body ? parseInput(endpoint.body, json) : undefined,
    raw: { headers: request.headers, bytes, stream: readChunks(request, rawBody?.isStreamed ? rawBody.limit : 0) },
  };
  if (!caller.canExport) rejectExport(endpoint, parts.query);
  if (caller.ctx.actor.kind === "secret_key" && parts.body instanceof Object) rejectStaffFields(endpoint, parts.body);
  const handleRequest = (ctx: Context) => runUseCase(connected, { ctx, request, url, bodyText, json, parts }, headers);
  const key = countsAttempts(caller.ctx, parts.body) && acceptsIdempotencyKey(endpoint) ? idempotencyKey(request) : null;
  // Replaying a stored response doesn't count as an attempt.
  return key !== null && (await hasStoredResponse(caller.ctx, key))
    ? handleRequest(caller.ctx)
    : withPublicRateLimit(caller, parts.body, handleRequest);
}

type RequestParts = { params: unknown; query: unknown; body: unknown; raw: RawRequest };

type ParsedRequest = { ctx: Context; request: Request; url: URL; bodyText: string; json: object | null; parts: RequestParts };

/** Hashes a request to compare it with an earlier one: the body as a JSON value, and as it was sent, which earlier versions compared. */
const hashRequest = ({ method, path }: Endpoint, { bodyText, json, parts: { params, query } }: ParsedRequest): string[] =>
  [json === null ? bodyText : canonicalJson(json), bodyText].map((body) =>
    sha256Hex(`${method} ${path}\n${JSON.stringify([params, query])}\n${body}`),
  );

/** Runs the use case, once per Idempotency-Key if there is one, and sends the response. */
async function runUseCase<E extends AnyEndpoint>(
  { endpoint, handler, mutexKey, repeat }: Connected<E>,
  parsed: ParsedRequest,
  headers: Headers,
): Promise<Response> {
  const { ctx, request, url, parts } = parsed;
  const browser = getClientInfo(ctx, request, headers);
  const checkAccess = async () => void (await authenticate(request, endpoint, ctx.requestId ?? ""));
  const run = async (inner: Context, useCase = handler): Promise<unknown> =>
    validateReply(endpoint, await useCase({ ctx: inner, ...parts, browser, checkAccess } as HandlerInput<E>));
  const withOptionalMutex = <T>(callback: () => Promise<T>): Promise<T> =>
    mutexKey ? withMutex(mutexKey({ ctx, ...parts, browser, checkAccess } as HandlerInput<E>), callback) : callback();

  const exported = endpoint.csv ? requestedFile(endpoint.csv, parts.query) : null;
  // Reads aren't stored: their response would soon be old.
  const isStored = acceptsIdempotencyKey(endpoint) && !endpoint.isRead && exported === null;
  const key = isStored ? idempotencyKey(request) : null;
  if (key !== null) {
    const { isReplay, expiresAt, chunks } = await withOptionalMutex(() =>
      runIdempotent(ctx, key, hashRequest(endpoint, parsed), async (inner) => jsonChunks(await run(inner)), {
        tokenSeconds: endpoint.tokenSeconds,
        secretSeconds: endpoint.secretSeconds,
        repeat: repeat && (async () => jsonChunks(await run(ctx, repeat))),
        isTrue: (stored) => isStillTrue(ctx, endpoint, parts, stored),
      }),
    );
    setRateLimitHeaders(headers, ctx.rateLimitReports);
    // A copy, because an error response for an erased reply still needs the original headers.
    const replyHeaders = new Headers(headers);
    if (isReplay) replyHeaders.set("Idempotent-Replayed", "true");
    replyHeaders.set("Idempotency-Expires", expiresAt);
    return streamResponse(chunks, ctx.requestId ?? "", replyHeaders);
  }
  const data = await withOptionalMutex(() => run(ctx));
  setRateLimitHeaders(headers, ctx.rateLimitReports);
  if (endpoint.html) return new Response(String(data), { headers: htmlHeaders(headers) });
  if (endpoint.eventStream) {
    const live = new Headers(headers);
    live.set("Content-Type", "text/event-stream");
    // nginx would keep the events until they fill its buffer.
    live.set("X-Accel-Buffering", "no");
    return streamResponse(data as AsyncIterable<string>, ctx.requestId ?? "", live, { isLive: true });
  }
  if (endpoint.file) {
    const file = data as FileReply;
    return streamResponse(file.chunks, ctx.requestId ?? "", fileHeaders(file, headers));
  }
  setPageHeaders(data, url, headers);
  if (exported !== null) {
    const list = data as ListResult<unknown>;
    const name = list.fileName ?? exported.csv.name;
    // A file of unknown columns is refused here.
    const file = exportChunks(exported, list);
    await recordExportedFile(ctx, exported, { ...(parts.params ?? {}), ...(parts.query ?? {}) }, list);
    return streamResponse(file, ctx.requestId ?? "", exportHeaders(exported.format, name, headers));
  }
  return jsonResponse(data, ctx.requestId ?? "", headers);
}

/** Returns whether a stored response is still true. */
async function isStillTrue(
  ctx: Context,
  { method, path }: Endpoint,
  { params, body }: RequestParts,
  { storedAt, text }: { storedAt: string; text: () => AsyncIterable<string> },
): Promise<boolean> {
  const check = findTruthCheck(`${method} ${path}`);
  const data = async () => JSON.parse((await Array.fromAsync(text())).join("")).data;
  return check === null || check(ctx, { params, body, storedAt, text, data } as Parameters<typeof check>[1]);
}

/**
 * Validates a reply against the contract. Items of lists aren't validated, which takes a tenth of the time of a page: their use case maps
 * each row, and tests compare every response with the contract.
 */
const validateReply = (endpoint: Endpoint, reply: unknown): unknown =>
  isListResult(reply) || reply instanceof ReplyWithFields ? reply : endpoint.reply.parse(reply);

/** Returns the headers of a file. Copies `headers`, which an error response may still need. */
function fileHeaders({ name, contentType, size }: FileReply, headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.set("Content-Type", contentType);
  if (size !== undefined) copy.set("Content-Length", String(size));
  copy.set("Content-Disposition", contentDisposition(name));
  return copy;
}

function idempotencyKey(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null || /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) return key;
  throw new ApiError("invalid_input", { fields: { "Idempotency-Key": ["must be 1 to 255 printable ASCII characters"] } });
}
