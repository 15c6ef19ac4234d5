import type { z } from "zod";
import { plural } from "@/lib/plural";
import type { ErrorBody } from "./error-body";
import type { ErrorName } from "./errors";
import type { Calls } from "./index";

/** An endpoint by its method and documented path, such as `"GET /leads"`. Pages import only the contract's types, because its schemas are large. */
export type Call = keyof Calls;

/** The endpoints whose data pages show, with the previews, whose input is too long for a URL. */
export type ReadCall = Extract<Call, `GET ${string}` | `POST ${string}/preview`>;

/** The endpoints that return a list in pages. */
export type ListCall = {
  [C in Call]: Calls[C] extends { query?: infer Q extends z.ZodObject<{ cursor: z.ZodType }> | undefined }
    ? [Q] extends [undefined]
      ? never
      : C
    : never;
}[Call];

/** Returns whether the current user can call an endpoint. */
export type CanCall = (endpoint: Call) => boolean;

/** Creates a `CanCall` from the endpoints that are forbidden. */
export const canCallExcept =
  (forbidden: Partial<Record<Call, unknown>>): CanCall =>
  (endpoint) =>
    !(endpoint in forbidden);

type CallInputPart<Name extends string, S> = [NonNullable<S>] extends [never]
  ? { [name in Name]?: undefined }
  : { [name in Name]: z.input<NonNullable<S>> };
/** What an endpoint takes. */
export type CallInput<C extends Call> = CallInputPart<"params", Calls[C]["params"]> &
  CallInputPart<"body", Calls[C]["body"]> &
  Partial<CallInputPart<"query", Calls[C]["query"]>>;
type UntypedInput = { params?: object; query?: object; body?: object };
/** What an endpoint returns. */
export type Reply<C extends Call> = z.output<Calls[C]["reply"]>;

/** An error response of the API. */
export class RequestError extends Error {
  override readonly name: ErrorName;
  constructor(
    readonly status: number,
    { error, message, fields, requestId, challenge, secondFactors }: ErrorBody,
    /** The `Retry-After` header, in seconds. */
    readonly retryAfter: number | null,
  ) {
    super(error === "too_many_requests" && retryAfter !== null ? formatRetryMessage(retryAfter) : message);
    this.name = error;
    this.fields = fields;
    this.requestId = requestId;
    this.challenge = challenge;
    this.secondFactors = secondFactors;
  }
  readonly fields: Record<string, string[]> | undefined;
  readonly requestId: string;
  /** The proof of work to solve, for `proof_required`. */
  readonly challenge: ErrorBody["challenge"];
  /** How a sign-in can be confirmed, with `second_factor_required`. */
  readonly secondFactors: ErrorBody["secondFactors"];
}

function formatRetryMessage(seconds: number): string {
  return seconds <= 60
    ? plural(seconds, {
        one: "Too many attempts. Try again in {n} second.",
        other: "Too many attempts. Try again in {n} seconds.",
      })
    : plural(Math.ceil(seconds / 60), {
        one: "Too many attempts. Try again in {n} minute.",
        other: "Too many attempts. Try again in {n} minutes.",
      });
}

/** An item of the list that an endpoint returns. */
export type Item<C extends Call> = Reply<C> extends readonly (infer Each)[] ? Each : never;

/** A page of a list: its rows, the cursor of the next page, and the total (such as `10000+` if counting stopped there). */
export type Page<Item> = { items: Item[]; next: string | null; total: string };

/** The key of a reply in the query cache. */
export const queryKey = (endpoint: string, input: object) => [endpoint, input] as const;

/** The key of a list that loads more pages on demand. It differs from that of one page, because its data has another shape. */
export const infiniteQueryKey = (key: readonly unknown[]) => [...key, "infinite"] as const;

/** Waits until someone has signed in again, and rejects with the error otherwise. `isRead` is whether the request changes nothing. */
type SignInAgain = (error: Error, isRead: boolean) => Promise<void>;
let signInAgain: SignInAgain | null = null;

/** Sets what is waited for when a session has ended, before a request is repeated. Returns a function that takes it back. */
export function onSessionEnd(handler: SignInAgain): () => void {
  signInAgain = handler;
  return () => {
    if (signInAgain === handler) signInAgain = null;
  };
}

/** Whether a request failed because the browser's session has ended. Endpoints that also take keys answer `bad_key`. */
export const isSessionEnd = (error: unknown): boolean =>
  error instanceof RequestError && error.status === 401 && (error.name === "not_signed_in" || error.name === "bad_key");

/** Sends a request, and again after the staff member has signed in again if the session has ended. */
async function withSession<Result>(endpoint: Call, attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    const { method, path } = splitCall(endpoint);
    // Signing in and out doesn't need a session.
    if (signInAgain === null || !isSessionEnd(error) || path === "/session") throw error;
    await signInAgain(error as Error, method === "GET" || path.endsWith("/preview"));
    return withSession(endpoint, attempt);
  }
}

export type CallOptions = { signal?: AbortSignal; idempotencyKey?: string };

/** The argument of functions that call an endpoint, which can be left out if the endpoint takes nothing. */
export type CallArguments<C extends Call, Options = unknown> =
  Record<string, never> extends CallInput<C> ? [input?: CallInput<C> & Options] : [input: CallInput<C> & Options];

/** Calls an endpoint with the browser's session. Throws `RequestError` for error responses, and a TypeError if the server can't be reached. */
export async function call<C extends Call>(endpoint: C, ...[input]: CallArguments<C, CallOptions>): Promise<Reply<C>> {
  return (await request<Reply<C>>(endpoint, input ?? {})).data;
}

/** Calls a list endpoint for one page. */
export async function callPage<C extends Call>(endpoint: C, input: CallInput<C> & { signal?: AbortSignal }): Promise<Page<Item<C>>> {
  const { data, nextCursor = null, headers } = await request<Item<C>[]>(endpoint, input);
  return {
    items: data,
    next: nextCursor,
    total: headers.get("x-total-count") ?? String(data.length),
  };
}

/** Calls an endpoint that returns a file. Throws like `call`. */
export async function callFile<C extends Call>(endpoint: C, input: CallInput<C> & CallOptions): Promise<{ name: string; content: Blob }> {
  const response = await withSession(endpoint, async () => {
    const sent = await send(endpoint, input);
    return sent.ok ? sent : Promise.reject(await readError(sent));
  });
  const [, name = "file"] = /filename="([^"]*)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  return { name, content: await response.blob() };
}

/** Uploads a file as the body of an endpoint. `onProgress` gets the sent share of the file, from 0 to 1. Throws like `call`, and an `AbortError`. */
export const callUpload = <C extends Call>(endpoint: C, input: UploadInput<C>): Promise<Reply<C>> =>
  withSession(endpoint, () => upload(endpoint, input));

type UploadInput<C extends Call> = Partial<CallInput<C>> & {
  file: Blob;
  idempotencyKey?: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
};

function upload<C extends Call>(endpoint: C, { file, idempotencyKey, signal, onProgress, ...input }: UploadInput<C>): Promise<Reply<C>> {
  return new Promise((resolve, reject) => {
    // `fetch` can't report the progress of an upload.
    const xhr = new XMLHttpRequest();
    xhr.open(splitCall(endpoint).method, callUrl(endpoint, input as UntypedInput));
    xhr.setRequestHeader("Content-Type", "text/csv");
    if (idempotencyKey !== undefined) xhr.setRequestHeader("Idempotency-Key", idempotencyKey);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    xhr.onload = () => {
      const retryAfter = xhr.getResponseHeader("retry-after");
      const headers = retryAfter === null ? undefined : { "retry-after": retryAfter };
      readSuccess<Reply<C>>(new Response(xhr.responseText, { status: xhr.status, headers })).then(({ data }) => resolve(data), reject);
    };
    xhr.onerror = () => reject(new TypeError("The upload failed"));
    xhr.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(file);
  });
}

const request = <Data>(endpoint: Call, input: UntypedInput & CallOptions): Promise<SuccessBody<Data> & { headers: Headers }> =>
  withSession(endpoint, async () => {
    const response = await send(endpoint, input);
    return { ...(await readSuccess<Data>(response)), headers: response.headers };
  });

function send(endpoint: Call, { signal, idempotencyKey, body, ...input }: UntypedInput & CallOptions): Promise<Response> {
  return fetch(callUrl(endpoint, input), {
    method: splitCall(endpoint).method,
    headers: {
      ...(body && { "Content-Type": "application/json" }),
      ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

/** The body of a successful response. Pages of a list have the cursor of the next one. */
type SuccessBody<Data> = { data: Data; nextCursor?: string | null };

async function readSuccess<Data>(response: Response): Promise<SuccessBody<Data>> {
  if (!response.ok) throw await readError(response);
  const body: unknown = await response.json().catch(() => null);
  if (!isEnvelope(body) || !("data" in body)) throw unexpectedResponse(response);
  return { ...body, data: body.data as Data };
}

/** Reads an error response. Proxies can return errors in other formats. */
async function readError(response: Response): Promise<Error> {
  const body: unknown = await response.json().catch(() => null);
  if (!isEnvelope(body) || !("error" in body)) return unexpectedResponse(response);
  return new RequestError(response.status, body as ErrorBody, Number(response.headers.get("retry-after")) || null);
}

const isEnvelope = (body: unknown): body is { success: boolean } => typeof body === "object" && body !== null && "success" in body;

const unexpectedResponse = ({ status }: Response): TypeError => new TypeError(`Unexpected response from the server (status ${status})`);

function splitCall(endpoint: Call): { method: string; path: string } {
  const [method = "", path = ""] = endpoint.split(" ");
  return { method, path };
}

/** Returns the URL of an endpoint on this origin. Leaves out empty query parameters. */
export function callUrl(endpoint: Call, { params = {}, query = {} }: UntypedInput): string {
  const path = splitCall(endpoint).path.replace(/:(\w+)/g, (_: string, name: string) =>
    encodeURIComponent(String(new Map(Object.entries(params)).get(name))),
  );
  const definedQuery = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const search = new URLSearchParams(definedQuery.map(([name, value]) => [name, String(value)])).toString();
  return `/api${path}${search ? `?${search}` : ""}`;
}
