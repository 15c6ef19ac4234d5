import type { z } from "zod";
import type { Endpoint } from "./endpoint";
import type { RefusalBody } from "./envelope";
import type { RefusalName } from "./refusals";

// biome-ignore lint/suspicious/noExplicitAny: an endpoint of any shape; `call` ties the shapes together for its callers
type AnyEndpoint = Endpoint<any, any, any, any>;

type Part<Name extends string, S> = [NonNullable<S>] extends [never]
  ? { [name in Name]?: undefined }
  : { [name in Name]: z.input<NonNullable<S>> };
type Parts<E extends AnyEndpoint> = Part<"params", E["params"]> & Part<"body", E["body"]> & Partial<Part<"query", E["query"]>>;
type Loose = { params?: object; query?: object; body?: object };

/** A call that was refused: the refusal's name, its sentence, what is wrong with which field, and the id that finds it in the log. */
export class Refused extends Error {
  override readonly name: RefusalName;
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
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  ...[parts]: Record<string, never> extends Parts<E> ? [parts?: Parts<E> & How] : [parts: Parts<E> & How]
): Promise<z.output<E["reply"]>> {
  return (await ask(endpoint, parts ?? {})).data;
}

/** Calls a list for one page. */
export async function callPage<E extends AnyEndpoint>(
  endpoint: E,
  parts: Parts<E> & { signal?: AbortSignal },
): Promise<Page<z.output<E["reply"]>[number]>> {
  const { data, headers } = await ask(endpoint, parts);
  const [, next] = /<([^>]*)>; rel="next"/.exec(headers.get("link") ?? "") ?? [];
  return {
    items: data,
    next: next === undefined ? null : new URL(next).searchParams.get("cursor"),
    total: headers.get("x-total-count") ?? String(data.length),
  };
}

async function ask<E extends AnyEndpoint>(endpoint: E, { signal, once, ...parts }: Loose & How) {
  const { method, body } = { method: endpoint.method, body: endpoint.body ? JSON.stringify(parts.body ?? {}) : undefined };
  const response = await fetch(addressOf(endpoint, parts), {
    method,
    ...(body === undefined ? {} : { body, headers: { "Content-Type": "application/json", ...(once && { "Idempotency-Key": once }) } }),
    ...(signal ? { signal } : {}),
  });
  const answer = (await response.json().catch(() => null)) as { data: z.output<E["reply"]> } | RefusalBody | null;
  // A proxy in front may answer with a page of its own.
  if (answer === null) throw new TypeError(`The server answered ${response.status} in a form that is not understood`);
  if ("error" in answer) throw new Refused(response.status, answer, Number(response.headers.get("retry-after")) || null);
  return { data: answer.data, headers: response.headers };
}

/** The address of an endpoint below this origin, with its parameters; those of the query that are empty are left out. */
export function addressOf(endpoint: AnyEndpoint, { params = {}, query = {} }: Loose): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_: string, name: string) =>
    encodeURIComponent(String(new Map(Object.entries(params)).get(name))),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `/api${path}${search ? `?${search}` : ""}`;
}
