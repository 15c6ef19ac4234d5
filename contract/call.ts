import type { z } from "zod";
import type { ErrorBody } from "./envelope";
import type { ErrorName } from "./errors";
import type { Calls } from "./index";

/**
 * What is called, by method and path as the document has them: `"GET /leads"`. Of the contract a page has the types alone; its schemas
 * and prose are many times what a page ships.
 */
export type Call = keyof Calls;

/** Whether somebody may make a call. */
export type CanCall = (endpoint: Call) => boolean;

/** What somebody may who is not let into `closed`. */
export const canCallExcept =
  (forbidden: readonly Call[]): CanCall =>
  (endpoint) =>
    !forbidden.includes(endpoint);

type CallInputPart<Name extends string, S> = [NonNullable<S>] extends [never]
  ? { [name in Name]?: undefined }
  : { [name in Name]: z.input<NonNullable<S>> };
type CallInput<C extends Call> = CallInputPart<"params", Calls[C]["params"]> &
  CallInputPart<"body", Calls[C]["body"]> &
  Partial<CallInputPart<"query", Calls[C]["query"]>>;
type UntypedInput = { params?: object; query?: object; body?: object };
type Reply<C extends Call> = z.output<Calls[C]["reply"]>;

/** A call that was refused: the refusal's name, its sentence, what is wrong with which field, and the id that finds it in the log. */
export class RequestError extends Error {
  override readonly name: ErrorName;
  constructor(
    readonly status: number,
    { error, message, fields, requestId }: ErrorBody,
    /** After how many seconds the same may be tried again, where the answer said. */
    readonly retryAfter: number | null,
  ) {
    super(error === "too_many_requests" && retryAfter !== null ? `Too many tries. Try again ${formatRetryTime(retryAfter)}.` : message);
    this.name = error;
    this.fields = fields;
    this.requestId = requestId;
  }
  readonly fields: Record<string, string[]> | undefined;
  readonly requestId: string;
}

/** In words for people, who see no headers. Beyond a minute the time of day, which does not grow old while it stands on a page. */
function formatRetryTime(seconds: number): string {
  if (seconds <= 60) return `in ${seconds} seconds`;
  const time = new Date(Math.ceil((Date.now() + seconds * 1000) / 60_000) * 60_000);
  return `at ${time.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
}

/** One page of a list: its rows, where the next begins, and how many there are in all (`10000+` when counting stopped there). */
export type Page<Item> = { items: Item[]; next: string | null; total: string };

/** How a call is made: until when, and under which Idempotency-Key, so that a write that was not answered can be tried again. */
type CallOptions = { signal?: AbortSignal; idempotencyKey?: string };

/** Calls an endpoint from a page, with the browser's session. Throws `Refused`, and a TypeError where nothing answers. */
export async function call<C extends Call>(
  endpoint: C,
  ...[parts]: Record<string, never> extends CallInput<C> ? [parts?: CallInput<C> & CallOptions] : [parts: CallInput<C> & CallOptions]
): Promise<Reply<C>> {
  return (await request<Reply<C>>(endpoint, parts ?? {})).data;
}

/** Calls a list for one page. */
export async function callPage<C extends Call>(
  endpoint: C,
  parts: CallInput<C> & { signal?: AbortSignal },
): Promise<Page<Reply<C> extends readonly (infer Item)[] ? Item : never>> {
  type Item = Reply<C> extends readonly (infer Each)[] ? Each : never;
  const { data, headers } = await request<Item[]>(endpoint, parts);
  const [, next] = /<([^>]*)>; rel="next"/.exec(headers.get("link") ?? "") ?? [];
  return {
    items: data,
    next: next === undefined ? null : new URL(next).searchParams.get("cursor"),
    total: headers.get("x-total-count") ?? String(data.length),
  };
}

/** Calls an endpoint for what is no JSON, such as a file. Throws as `call` does. */
export async function callFile<C extends Call>(endpoint: C, parts: CallInput<C> & CallOptions): Promise<{ name: string; content: Blob }> {
  const response = await send(endpoint, parts);
  if (!response.ok) throw await readError(response);
  const [, name = "file"] = /filename="([^"]*)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  return { name, content: await response.blob() };
}

async function request<Data>(endpoint: Call, parts: UntypedInput & CallOptions): Promise<{ data: Data; headers: Headers }> {
  const response = await send(endpoint, parts);
  return { data: await read(response), headers: response.headers };
}

function send(endpoint: Call, { signal, idempotencyKey, body, ...parts }: UntypedInput & CallOptions): Promise<Response> {
  return fetch(callUrl(endpoint, parts), {
    method: splitCall(endpoint).method,
    ...(body && {
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }) },
    }),
    ...(signal && { signal }),
  });
}

async function read<Data>(response: Response): Promise<Data> {
  if (!response.ok) throw await readError(response);
  const body: unknown = await response.json().catch(() => null);
  if (!isEnvelope(body) || !("data" in body)) throw unexpectedResponse(response);
  return body.data as Data;
}

/** Why a call was not done: a refusal, in the words of the answer. A proxy in front may answer in its own. */
async function readError(response: Response): Promise<Error> {
  const body: unknown = await response.json().catch(() => null);
  if (!isEnvelope(body) || !("error" in body)) return unexpectedResponse(response);
  return new RequestError(response.status, body as ErrorBody, Number(response.headers.get("retry-after")) || null);
}

const isEnvelope = (body: unknown): body is { success: boolean } =>
  typeof body === "object" && body !== null && "success" in body;

const unexpectedResponse = ({ status }: Response): TypeError => new TypeError(`The server answered ${status} in a form that is not understood`);

function splitCall(endpoint: Call): { method: string; path: string } {
  const [method = "", path = ""] = endpoint.split(" ");
  return { method, path };
}

/** The address of an endpoint below this origin, with its parameters; those of the query that are empty are left out. */
export function callUrl(endpoint: Call, { params = {}, query = {} }: UntypedInput): string {
  const path = splitCall(endpoint).path.replace(/:(\w+)/g, (_: string, name: string) =>
    encodeURIComponent(String(new Map(Object.entries(params)).get(name))),
  );
  const definedQuery = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const search = new URLSearchParams(definedQuery.map(([name, value]) => [name, String(value)])).toString();
  return `/api${path}${search ? `?${search}` : ""}`;
}
