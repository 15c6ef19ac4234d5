import { type ClientCall, clientCalls } from "@/contract/client-calls";
import { acceptsIdempotencyKey, acceptsKeys, type Endpoint } from "@/contract/endpoint";

/** The variables of the environment that samples read, so that they can be pasted unchanged and no page contains a key. */
export const sampleVariables = { baseUrl: "GATEHOUSE", key: "KEY", cookie: "COOKIE" } as const;

/** The value of a header: a text, a text before a variable of the environment, or a random key. */
type HeaderValue = string | { before: string; variable: string } | "random key";

/** The request of a sample, in no particular language. */
export type SampleRequest = {
  method: string;
  /** With the query. It only has characters that need no quoting. */
  url: string;
  headers: readonly { name: string; value: HeaderValue }[];
  /** What is sent as JSON. */
  body?: object;
  /** The name of a file that is sent. */
  upload?: string;
  /** The name of the file that the response is saved to. */
  download?: string;
  /** The response is a stream without an end. */
  isStream: boolean;
  endpoint: Endpoint;
  /** What the call is in the client for TypeScript, unless it needs a session. */
  call?: ClientCall;
  /** The origin of the server. */
  origin: string;
};

let calls: ReadonlyMap<string, ClientCall> | undefined;

function findCall(operationId: string): ClientCall | undefined {
  calls ??= new Map(clientCalls().flatMap((call) => (call.path === call.endpoint.path ? [[call.operationId, call]] : [])));
  return calls.get(operationId);
}

const extensions: Readonly<Record<string, string>> = {
  "text/csv": "csv",
  "text/html": "html",
  "text/plain": "txt",
  "message/rfc822": "eml",
  "application/json": "json",
  "application/gzip": "tar.gz",
  "application/pdf": "pdf",
  "image/svg+xml": "svg",
};

const extension = (contentType: string): string => extensions[contentType.split(";")[0] ?? ""] ?? "bin";

/** Returns the request of an endpoint's example to the server at `origin`. */
export function sampleRequest(operationId: string, endpoint: Endpoint, origin: string): SampleRequest {
  const { method, path, example, rawBody, eventStream } = endpoint;
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) => encode(example.params?.[name] ?? ""));
  const query = new URLSearchParams(example.query).toString();
  const download = downloadName(endpoint);
  const call = findCall(operationId);
  return {
    method,
    url: `${origin}/api${filledPath}${query && `?${query}`}`,
    headers: [
      ...authentication(endpoint),
      ...(acceptsIdempotencyKey(endpoint) && !endpoint.isRead ? [{ name: "Idempotency-Key", value: "random key" as const }] : []),
      ...(example.body ? [{ name: "Content-Type", value: "application/json" }] : []),
      ...(rawBody ? [{ name: "Content-Type", value: rawBody.contentType }] : []),
    ],
    ...(example.body && { body: example.body }),
    ...(rawBody && { upload: `file.${extension(rawBody.contentType)}` }),
    ...(download && { download }),
    isStream: eventStream === true,
    endpoint,
    ...(call && { call }),
    origin,
  };
}

/** The headers of a key, or of a session if the endpoint accepts no key. */
function authentication(endpoint: Endpoint): SampleRequest["headers"] {
  if (acceptsKeys(endpoint)) return [{ name: "Authorization", value: { before: "Bearer ", variable: sampleVariables.key } }];
  if (endpoint.access.length === 0) return [];
  const cookie = { name: "Cookie", value: { before: "", variable: sampleVariables.cookie } };
  return endpoint.method === "GET" ? [cookie] : [cookie, { name: "Sec-Fetch-Site", value: "same-origin" }];
}

/** The name of the file that a response is saved to, such as `qr.svg` for `/codes/:code/qr` and `exports.csv` for `/exports/:id/file`. */
function downloadName({ path, file, html }: Endpoint): string | undefined {
  const contentType = file?.[0] ?? (html && "text/html");
  const [, noun = "", ...rest] = path.split("/");
  const last = rest.at(-1) ?? noun;
  return contentType ? `${last === "file" ? noun : last}.${extension(contentType)}` : undefined;
}

/** Percent-encodes a part of a path, with the characters that shells and languages could read. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
