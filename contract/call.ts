import type { z } from "zod";
import type { RefusalBody } from "./envelope";
import type { ErrorName } from "./errors";
import type { Calls } from "./index";

/**
 * What is called, by method and path as the document has them: `"GET /leads"`. Of the contract a page has the types alone; its schemas
 * and prose are many times what a page ships.
 */
export type Call = keyof Calls;

/** Whether somebody may make a call. */
export type May = (what: Call) => boolean;

/** What somebody may who is not let into `closed`. */
export const allBut =
  (closed: readonly Call[]): May =>
  (what) =>
    !closed.includes(what);

type Part<Name extends string, S> = [NonNullable<S>] extends [never]
  ? { [name in Name]?: undefined }
  : { [name in Name]: z.input<NonNullable<S>> };
type Parts<C extends Call> = Part<"params", Calls[C]["params"]> &
  Part<"body", Calls[C]["body"]> &
  Partial<Part<"query", Calls[C]["query"]>>;
type Loose = { params?: object; query?: object; body?: object };
type Reply<C extends Call> = z.output<Calls[C]["reply"]>;

/** A call that was refused: the refusal's name, its sentence, what is wrong with which field, and the id that finds it in the log. */
export class Refused extends Error {
  override readonly name: ErrorName;
  constructor(
    readonly status: number,
    { error, message, fields, requestId }: RefusalBody,
    /** After how many seconds the same may be tried again, where the answer said. */
    readonly retryAfter: number | null,
  ) {
    super(error === "too_many_requests" && retryAfter !== null ? `Too many tries. Try again ${whenAfter(retryAfter)}.` : message);
    this.name = error;
    this.fields = fields;
    this.requestId = requestId;
  }
  readonly fields: Record<string, string[]> | undefined;
  readonly requestId: string;
}

/** In words for people, who see no headers. Beyond a minute the time of day, which does not grow old while it stands on a page. */
function whenAfter(seconds: number): string {
  if (seconds <= 60) return `in ${seconds} seconds`;
  const at = new Date(Math.ceil((Date.now() + seconds * 1000) / 60_000) * 60_000);
  return `at ${at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
}

/** One page of a list: its rows, where the next begins, and how many there are in all (`10000+` when counting stopped there). */
export type Page<Item> = { items: Item[]; next: string | null; total: string };

/** How a call is made: until when, and under which Idempotency-Key, so that a write that was not answered can be tried again. */
type How = { signal?: AbortSignal; once?: string };

/** Calls an endpoint from a page, with the browser's session. Throws `Refused`, and a TypeError where nothing answers. */
export async function call<C extends Call>(
  what: C,
  ...[parts]: Record<string, never> extends Parts<C> ? [parts?: Parts<C> & How] : [parts: Parts<C> & How]
): Promise<Reply<C>> {
  return (await ask<Reply<C>>(what, parts ?? {})).data;
}

/** Calls a list for one page. */
export async function callPage<C extends Call>(
  what: C,
  parts: Parts<C> & { signal?: AbortSignal },
): Promise<Page<Reply<C> extends readonly (infer Item)[] ? Item : never>> {
  type Item = Reply<C> extends readonly (infer Each)[] ? Each : never;
  const { data, headers } = await ask<Item[]>(what, parts);
  const [, next] = /<([^>]*)>; rel="next"/.exec(headers.get("link") ?? "") ?? [];
  return {
    items: data,
    next: next === undefined ? null : new URL(next).searchParams.get("cursor"),
    total: headers.get("x-total-count") ?? String(data.length),
  };
}

/** Calls an endpoint for what is no JSON, such as a file. Throws as `call` does. */
export async function callFile<C extends Call>(what: C, parts: Parts<C> & How): Promise<{ name: string; content: Blob }> {
  const response = await send(what, parts);
  if (!response.ok) throw await whyNot(response);
  const [, name = "file"] = /filename="([^"]*)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  return { name, content: await response.blob() };
}

async function ask<Data>(what: Call, parts: Loose & How): Promise<{ data: Data; headers: Headers }> {
  const response = await send(what, parts);
  return { data: await read(response), headers: response.headers };
}

function send(what: Call, { signal, once, body, ...parts }: Loose & How): Promise<Response> {
  return fetch(addressOf(what, parts), {
    method: partsOf(what).method,
    ...(body && {
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", ...(once && { "Idempotency-Key": once }) },
    }),
    ...(signal && { signal }),
  });
}

async function read<Data>(response: Response): Promise<Data> {
  if (!response.ok) throw await whyNot(response);
  const answer: unknown = await response.json().catch(() => null);
  if (!isEnvelope(answer) || !("data" in answer)) throw notOurs(response);
  return answer.data as Data;
}

/** Why a call was not done: a refusal, in the words of the answer. A proxy in front may answer in its own. */
async function whyNot(response: Response): Promise<Error> {
  const answer: unknown = await response.json().catch(() => null);
  if (!isEnvelope(answer) || !("error" in answer)) return notOurs(response);
  return new Refused(response.status, answer as RefusalBody, Number(response.headers.get("retry-after")) || null);
}

const isEnvelope = (answer: unknown): answer is { success: boolean } =>
  typeof answer === "object" && answer !== null && "success" in answer;

const notOurs = ({ status }: Response): TypeError => new TypeError(`The server answered ${status} in a form that is not understood`);

function partsOf(what: Call): { method: string; path: string } {
  const [method = "", path = ""] = what.split(" ");
  return { method, path };
}

/** The address of an endpoint below this origin, with its parameters; those of the query that are empty are left out. */
export function addressOf(what: Call, { params = {}, query = {} }: Loose): string {
  const path = partsOf(what).path.replace(/:(\w+)/g, (_: string, name: string) =>
    encodeURIComponent(String(new Map(Object.entries(params)).get(name))),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `/api${path}${search ? `?${search}` : ""}`;
}
