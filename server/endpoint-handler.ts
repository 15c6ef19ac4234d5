import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { type Endpoint, isRepeatable } from "@/contract/endpoint";
import { ApiError } from "@/core/api-error";
import { type Context, isPublic } from "@/core/context";
import { isAnswered, once } from "@/core/idempotency";
import type { Listing } from "@/core/listing";
import { firstProject } from "@/core/projects/only";
import { hashOf } from "@/lib/ids";
import { answer, commonHeaders, pageHeaders, piecesOf, refusalAnswer } from "./answer";
import { authenticate } from "./authenticate";
import { readJson, readText } from "./body";
import { type Browser, browserOf } from "./browser";
import { allowReading, refuseStrangeOrigin } from "./cors";
import { refuseCrossSite } from "./cross-site";
import { csvHeaders, csvOf, isCsv } from "./csv";
import { type Caller, guarded } from "./guard";
import { htmlHeaders } from "./html";
import { withMutex } from "./mutex";
import { parse, pathParameters, queryParameters } from "./parse";
import { services } from "./services";

// biome-ignore lint/suspicious/noExplicitAny: an endpoint of any shape; `serve` ties the shapes together for its callers
type AnyEndpoint = Endpoint<any, any, any, any>;

type Parsed<S> = [NonNullable<S>] extends [never] ? undefined : z.output<NonNullable<S>>;

/** What a door hands to its verb: the context and the parts of the request, parsed. */
export type Call<E extends AnyEndpoint> = {
  ctx: Context;
  params: Parsed<E["params"]>;
  query: Parsed<E["query"]>;
  body: Parsed<E["body"]>;
  browser: Browser;
};

type Reply<E extends AnyEndpoint> = z.input<E["reply"]> extends (infer Item)[] ? Listing<Item> | Item[] : z.input<E["reply"]>;

type Verb<E extends AnyEndpoint> = (call: Call<E>) => Promise<Reply<E>>;

/** Names the turn of a call: calls of one turn run one after another in this process, before any of them holds a connection. */
type Turn<E extends AnyEndpoint> = (call: Call<E>) => string;

/** An endpoint with what answers it. */
export type EndpointHandler = {
  endpoint: Pick<Endpoint, "method" | "path" | "aliases" | "access">;
  handle(request: Request): Promise<Response>;
};

/**
 * Opens a door onto a verb: authenticates, parses, calls, checks the reply against the contract, and answers in the envelope.
 * An endpoint without access is open to anybody and its `ctx` acts for the service itself.
 */
export function endpointHandler<E extends AnyEndpoint>(endpoint: E, verb: Verb<E>, turn?: Turn<E>): EndpointHandler {
  return {
    endpoint,
    async handle(request) {
      const requestId = randomUUID();
      const headers = commonHeaders(requestId);
      try {
        if (endpoint.access.includes("public_key")) allowReading(request, headers);
        const caller = await callerOf(endpoint, request, requestId, headers);
        return await respond({ endpoint, verb, turn }, caller, headers);
      } catch (thrown) {
        return refusalAnswer(thrown, requestId, headers);
      }
    },
  };
}

async function callerOf(endpoint: Endpoint, request: Request, requestId: string, headers: Headers): Promise<Caller> {
  const { connection, jobs } = services();
  const common = { db: connection.db, jobs, requestId };
  if (endpoint.access.length === 0) {
    refuseCrossSite(request, endpoint, false);
    // What only reads must answer without the database.
    const projectId = endpoint.method === "GET" ? 0 : await firstProject(connection.db);
    return { ctx: { ...common, projectId, actor: { kind: "system", id: null } }, tries: endpoint.tries, request, salt: "" };
  }
  const { projectId, actor, key, byCookie } = await authenticate(request, endpoint);
  if (byCookie) refuseCrossSite(request, endpoint, true);
  if (key) refuseStrangeOrigin(request, key, headers);
  return { ctx: { ...common, projectId, actor }, tries: endpoint.tries, request, salt: key?.salt ?? "" };
}

async function respond<E extends AnyEndpoint>(
  { endpoint, verb, turn }: { endpoint: E; verb: Verb<E>; turn?: Turn<E> },
  caller: Caller,
  headers: Headers,
): Promise<Response> {
  const { request } = caller;
  const url = new URL(request.url);
  const text = endpoint.body ? await readText(request, endpoint) : "";
  const parts: Parts = {
    params: endpoint.params ? parse(endpoint.params, pathParameters(endpoint, url.pathname)) : undefined,
    query: endpoint.query ? parse(endpoint.query, queryParameters(url.searchParams)) : undefined,
    body: endpoint.body ? parse(endpoint.body, readJson(text)) : undefined,
  };
  const work = (ctx: Context) => carryOut({ endpoint, verb, turn }, { ctx, request, url, text, parts }, headers);
  const key = isPublic(caller.ctx) && isRepeatable(endpoint) ? idempotencyKey(request) : null;
  // A stored answer is repeated to whoever has it already: that is no try.
  return key !== null && (await isAnswered(caller.ctx, key)) ? work(caller.ctx) : guarded(caller, parts.body, work);
}

type Parts = { params: unknown; query: unknown; body: unknown };

type Received = { ctx: Context; request: Request; url: URL; text: string; parts: Parts };

/** Calls the verb, once for each key where the call has one, and answers. */
async function carryOut<E extends AnyEndpoint>(
  { endpoint, verb, turn }: { endpoint: E; verb: Verb<E>; turn?: Turn<E> },
  { ctx, request, url, text, parts }: Received,
  headers: Headers,
): Promise<Response> {
  const browser = browserOf(request, headers);
  const run = async (inner: Context): Promise<unknown> => checked(endpoint, await verb({ ctx: inner, ...parts, browser } as Call<E>));
  const inItsTurn = <T>(work: () => Promise<T>): Promise<T> =>
    turn ? withMutex(turn({ ctx, ...parts, browser } as Call<E>), work) : work();

  const asFile = endpoint.csv && isCsv(parts.query) ? endpoint.csv : null;
  // What is stored for a repetition is in the envelope; a file changes nothing, and is asked for anew.
  const key = isRepeatable(endpoint) && asFile === null ? idempotencyKey(request) : null;
  if (key !== null) {
    const fingerprint = hashOf(`${endpoint.method} ${endpoint.path}\n${JSON.stringify([parts.params, parts.query])}\n${text}`);
    const { replayed, pieces } = await inItsTurn(() => once(ctx, key, fingerprint, async (inner) => piecesOf(await run(inner))));
    if (replayed) headers.set("Idempotent-Replayed", "true");
    return answer(pieces, ctx.requestId ?? "", headers);
  }
  const data = await inItsTurn(() => run(ctx));
  if (endpoint.html) return new Response(String(data), { headers: htmlHeaders(headers) });
  pageHeaders(data, url, headers);
  if (asFile !== null) return answer(csvOf(asFile, data as Listing<unknown>), ctx.requestId ?? "", csvHeaders(asFile, headers));
  return answer(piecesOf(data), ctx.requestId ?? "", headers);
}

/** A reply as the contract shapes it; streams are mapped by their verb and go out as they are. */
function checked(endpoint: Endpoint, reply: unknown): unknown {
  if (typeof reply === "object" && reply !== null && "chunks" in reply) return reply;
  if (typeof reply === "object" && reply !== null && "page" in reply) return { ...reply, page: endpoint.reply.parse(reply.page) };
  return endpoint.reply.parse(reply);
}

function idempotencyKey(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null || /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) return key;
  throw new ApiError("invalid_input", { fields: { "Idempotency-Key": ["must be 1 to 255 printable ASCII characters"] } });
}
