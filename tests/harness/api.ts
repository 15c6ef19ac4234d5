import { expect } from "vitest";
import { z } from "zod";
import { type Endpoint, endpointErrors } from "@/contract/endpoint";
import { ErrorBody } from "@/contract/envelope";
import { apiErrors, type ErrorName } from "@/contract/errors";
import { endpointAt, handlersAt } from "./routes";

export type Ask = {
  key?: string | null;
  /** Sent as a browser does from our own pages, and without a key unless one is given. */
  cookie?: string;
  /** Sent as JSON; a string or bytes are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Whose budget a public call is counted to. */
  from?: string;
};

export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows which endpoint it asked
  data: any;
  error?: ErrorName;
  message?: string;
  fields?: Record<string, string[]>;
  text: string;
};

export type Api = {
  get(path: string, ask?: Ask): Promise<Answer>;
  post(path: string, body?: unknown, ask?: Ask): Promise<Answer>;
  call(method: string, path: string, ask?: Ask): Promise<Answer>;
};

/** The origin that requests name; any will do, as the paths decide. */
const origin = "http://localhost:3000";

/** The API in this process, called with `key` unless a call says otherwise. Every answer is checked against the contract. */
export function apiWith(key: string | null): Api {
  const call = async (method: string, path: string, ask: Ask = {}) =>
    checked(method, path, await rawCall(method, path, { ...(ask.cookie === undefined ? { key } : {}), ...ask }));
  return { call, get: (path, ask) => call("GET", path, ask), post: (path, body, ask) => call("POST", path, { ...ask, body: body ?? {} }) };
}

/** The route's answer as it is, for what is streamed or has no envelope. */
export async function rawCall(
  method: string,
  path: string,
  { key = null, cookie, body, headers = {}, from = "192.0.2.1" }: Ask = {},
): Promise<Response> {
  const [pathname = "", ...query] = path.split("?");
  const handler = (await handlersAt(pathname))[method];
  if (!handler) throw new Error(`The route at ${pathname} exports no ${method}`);
  const request = new Request(`${origin}/api${[pathname, ...query].join("?")}`, {
    method,
    headers: {
      "x-forwarded-for": from,
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(cookie === undefined ? {} : { cookie, "sec-fetch-site": "same-origin" }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body:
      body === undefined ? undefined : typeof body === "string" || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
  });
  return handler(request);
}

const Refusals = ErrorBody.strict();
const Success = z.strictObject({ success: z.literal(true), data: z.unknown() });

async function checked(method: string, path: string, response: Response): Promise<Answer> {
  const endpoint = endpointAt(method, path.split("?")[0] ?? "");
  const where = `${method} ${path.slice(0, 100)}`;
  const { status, headers } = response;
  const text = await response.text();
  expect(headers.get("x-request-id"), where).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("cache-control"), where).toBe("private, no-store");
  if (status === 204) return { status, headers, text, data: undefined };

  if (status === 200 && endpoint?.html) {
    expect(headers.get("content-type"), where).toMatch(/^text\/html/);
    return { status, headers, text, data: endpoint.reply.parse(text) };
  }
  expect(headers.get("content-type"), where).toMatch(/^application\/json/);
  if (status === 200) {
    const { data } = Success.parse(JSON.parse(text));
    if (!endpoint) throw new Error(`${where} answered 200 and is not documented`);
    // What the schema strips was not promised.
    expect(endpoint.reply.parse(data), where).toEqual(data);
    return { status, headers, text, data };
  }
  const body = Refusals.parse(JSON.parse(text));
  // zod leaves out a field of the name __proto__.
  const { fields } = JSON.parse(text) as ErrorBody;
  expect(body.code, where).toBe(status);
  expect(apiErrors[body.error].status, where).toBe(status);
  expect(body.requestId, where).toBe(headers.get("x-request-id"));
  expect(Math.abs(body.time - Date.now()), where).toBeLessThan(60_000);
  expect(body.fields !== undefined, `${where}: ${body.error} and fields`).toBe(body.error === "invalid_input");
  expect(expectedRefusals(endpoint), where).toContain(body.error);
  if (body.error === "too_many_requests") expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(body.challenge !== undefined, `${where}: ${body.error} and challenge`).toBe(body.error === "proof_required");
  if (body.error === "method_not_allowed") expect(headers.get("allow")).toBeTruthy();
  return { status, headers, text, data: undefined, error: body.error, message: body.message, fields };
}

/** What may be refused at an address: what its endpoint promises. A 5xx is never expected. */
export function expectedRefusals(endpoint: Endpoint | undefined): readonly ErrorName[] {
  return endpoint
    ? endpointErrors(endpoint).filter((name) => apiErrors[name].status < 500 || endpoint.errors.includes(name))
    : ["not_found", "method_not_allowed"];
}
