import { expect } from "vitest";
import * as z from "zod";
import { type Endpoint, endpointErrors } from "@/contract/endpoint";
import { ErrorBody, type ErrorDetails } from "@/contract/error-body";
import { apiErrors, type ErrorName } from "@/contract/errors";
import { findEndpoint, loadHandlers } from "./routes";

export type RequestOptions = {
  key?: string | null;
  /** Sends the request like a browser on our own pages. Without a key unless one is given. */
  cookie?: string;
  /** Sent as JSON. Strings and bytes are sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The client's IP address, for rate limits. */
  ipAddress?: string;
};

export type ApiResponse = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows the endpoint's response type
  data: any;
  error?: ErrorName;
  message?: string;
  fields?: Record<string, string[]>;
  details?: ErrorDetails;
  nextCursor?: string | null | undefined;
  /** The fields beside `data`, if the endpoint has them. */
  // biome-ignore lint/suspicious/noExplicitAny: a test knows the endpoint's response type
  beside?: any;
  text: string;
};

export type Api = {
  get(path: string, options?: RequestOptions): Promise<ApiResponse>;
  post(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse>;
  call(method: string, path: string, options?: RequestOptions): Promise<ApiResponse>;
};

/** Any origin works, because only the path is used. */
const origin = "http://localhost:3000";

/** Returns a client of the API in this process that uses `key` unless a call overrides it. Checks every response against the contract. */
export function apiClient(key: string | null): Api {
  const send = async (method: string, path: string, options: RequestOptions = {}) =>
    checkResponse(method, path, await callRoute(method, path, { ...(options.cookie === undefined ? { key } : {}), ...options }));
  return {
    call: send,
    get: (path, options) => send("GET", path, options),
    post: (path, body, options) => send("POST", path, { ...options, body: body ?? {} }),
  };
}

/** Returns a route's unchecked response, for streams and responses without an envelope. */
export async function callRoute(
  method: string,
  path: string,
  { key = null, cookie, body, headers = {}, ipAddress = "192.0.2.1" }: RequestOptions = {},
): Promise<Response> {
  const [pathname = "", ...query] = path.split("?");
  const handler = (await loadHandlers(pathname))[method];
  if (!handler) throw new Error(`The route at ${pathname} exports no ${method}`);
  const request = new Request(`${origin}/api${[pathname, ...query].join("?")}`, {
    method,
    headers: {
      "x-forwarded-for": ipAddress,
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

const ErrorResponse = ErrorBody.strict();
const SuccessResponse = z.strictObject({ success: z.literal(true), data: z.unknown(), nextCursor: z.string().nullable().optional() });

async function checkResponse(method: string, path: string, response: Response): Promise<ApiResponse> {
  const endpoint = findEndpoint(method, path.split("?")[0] ?? "");
  const label = `${method} ${path.slice(0, 100)}`;
  const { status, headers } = response;
  const text = status === 200 && endpoint?.eventStream ? await readFirstChunk(response) : await response.text();
  expect(headers.get("x-request-id"), label).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("cache-control"), label).toBe("private, no-store");
  if (status === 204) return { status, headers, text, data: undefined };

  if (status === 200 && endpoint?.eventStream) {
    expect(headers.get("content-type"), label).toBe("text/event-stream");
    return { status, headers, text, data: text };
  }
  if (status === 200 && endpoint?.html) {
    expect(headers.get("content-type"), label).toMatch(/^text\/html/);
    return { status, headers, text, data: endpoint.reply.parse(text) };
  }
  if (status === 200 && endpoint?.file) {
    expect(endpoint.file, label).toContain(headers.get("content-type"));
    return { status, headers, text, data: text };
  }
  expect(headers.get("content-type"), label).toMatch(/^application\/json/);
  if (status === 200) {
    if (!endpoint) throw new Error(`${label} responded with 200 but is not documented`);
    const reply = JSON.parse(text);
    const beside = endpoint.beside?.parse(reply);
    for (const name of Object.keys(beside ?? {})) delete reply[name];
    const { data, nextCursor } = SuccessResponse.parse(reply);
    // The response must not contain fields that the schema doesn't document.
    expect(endpoint.reply.parse(data), label).toEqual(data);
    return { status, headers, text, data, nextCursor, beside };
  }
  const body = ErrorResponse.parse(JSON.parse(text));
  // zod drops a field named __proto__.
  const { fields } = JSON.parse(text) as ErrorBody;
  expect(body.code, label).toBe(status);
  expect(apiErrors[body.error].status, label).toBe(status);
  expect(body.requestId, label).toBe(headers.get("x-request-id"));
  expect(Math.abs(body.time - Date.now()), label).toBeLessThan(60_000);
  expect(body.fields !== undefined, `${label}: ${body.error} and fields`).toBe(body.error === "invalid_input");
  expect(allowedErrors(endpoint), label).toContain(body.error);
  if (body.error === "too_many_requests") expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(body.challenge !== undefined, `${label}: ${body.error} and challenge`).toBe(body.error === "proof_required");
  if (body.error === "method_not_allowed") expect(headers.get("allow")).toBeTruthy();
  return { status, headers, text, data: undefined, error: body.error, message: body.message, fields, details: body.details };
}

/** Reads the start of a stream and closes it. */
async function readFirstChunk({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return new TextDecoder().decode(value);
}

/** Returns the errors that an endpoint may respond with. A 5xx is never allowed unless documented. */
export function allowedErrors(endpoint: Endpoint | undefined): readonly ErrorName[] {
  return endpoint
    ? endpointErrors(endpoint).filter((name) => apiErrors[name].status < 500 || endpoint.errors.includes(name))
    : ["not_found", "method_not_allowed"];
}
