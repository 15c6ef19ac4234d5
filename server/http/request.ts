import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import proxyAddr from "proxy-addr";
import { endpoints } from "@/contract";
import { acceptsKeys, endpointPaths } from "@/contract/endpoint";
import { errorBody } from "@/contract/error-body";
import { apiErrors, type ErrorName } from "@/contract/errors";
import { currentTime } from "@/lib/clock";
import { formatIpAddress, forwardedAddress } from "@/lib/ip-network";
import { log } from "@/lib/log";
import { routes } from "@/lib/routes";
import { commonHeaders } from "../responses";

// Only endpoints that accept API keys: the others have no older clients, and `/setup` is also a page.
const documentedPaths = Object.values(endpoints)
  .filter((endpoint) => acceptsKeys(endpoint) || endpoint.tag === "Health")
  .flatMap(endpointPaths);
const firstSegments = new Set(documentedPaths.map((path) => path.split("/")[1]));

// Existing clients call the API without /api. Next's own rewrites would halve the throughput.
const bareApiPath = new RegExp(`^/(?:${[...firstSegments].join("|")})(?=[/?]|$)`);

const listPaths = (tree: object): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === "string" ? [value] : listPaths(value)));
const pagePaths = new Set(listPaths(routes));
const isPage = (path: string) => pagePaths.has(path) || path.startsWith("/dashboard/") || path.startsWith("/_next/");

/** Media types ignore case. */
const prefersJson = ({ headers: { accept = "", "content-type": contentType = "" } }: IncomingMessage): boolean =>
  !/text\/html/i.test(accept) && (/json/i.test(accept) || /json/i.test(contentType));

const nextInternalHeader = /^(rsc|next-.*|x-nextjs-.*)$/;

/** Rewrites API paths without `/api`, including unknown ones of clients that expect JSON, and removes what Next would answer in a format of its own: its headers, special paths and brackets. */
export function rewriteUrl(request: IncomingMessage): void {
  let url = request.url ?? "/";
  const [requestedPath = ""] = url.split("?", 1);
  const isUnknownApiPath = prefersJson(request) && !/^\/api(?=\/|$)/.test(requestedPath) && !isPage(requestedPath);
  if (bareApiPath.test(url) || isUnknownApiPath) url = `/api${url}`;
  // The pages have no server actions, and Next logs this header of unknown ones.
  delete request.headers["next-action"];
  // With these headers, Next responds in its internal format or redirects.
  if (url.startsWith("/api"))
    for (const name of Object.keys(request.headers)) if (nextInternalHeader.test(name)) delete request.headers[name];
  const [path = "", ...query] = url.split("?");
  // Next would mistake a literal "[code]" for its route file and pass no parameters.
  const encodedPath = path.replaceAll("[", "%5B").replaceAll("]", "%5D");
  // Next has its own error page there, with status 500.
  const servedPath = encodedPath === "/_global-error" ? "/_not-found" : encodedPath;
  request.url = [servedPath, ...query].join("?");
  // Pages have no other way to read their URL, which sign-in redirects back to.
  request.headers["x-path"] = request.url.replace(/([?&])_rsc=[^&]*&?/, "$1").replace(/[?&]$/, "");
}

/** What can be wrong with a request, by the name of the part that is reported. */
const requestChecks = [
  ["path", pathProblem],
  ["host", hostProblem],
  ["headers", headersProblem],
] as const;

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Rejects malformed requests with an API error, where Next would respond in HTML or not at all. Returns whether it did. */
export function rejectInvalidRequest(request: IncomingMessage, response: ServerResponse): boolean {
  if (!methods.includes(request.method ?? "")) {
    response.setHeader("Allow", methods.join(", "));
    respondWithError(response, "method_not_allowed", "This HTTP method is not supported.");
    return true;
  }
  for (const [field, findProblem] of requestChecks) {
    const problem = findProblem(request);
    if (problem === null) continue;
    respondWithError(response, "invalid_input", problem, { [field]: [problem] });
    return true;
  }
  return false;
}

/** A host and an optional port, without what else a URL can have before its path. A comma would come from joined headers. */
const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]+)(?::\d*)?$/i;

/** Node only keeps the first Host header, and a proxy in front of it may have used another one. */
function hostProblem({ headers: { host }, rawHeaders, httpVersion }: IncomingMessage): string | null {
  if (rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length > 1)
    return "The request has more than one Host header.";
  if (host === undefined) return httpVersion === "1.1" ? "The Host header is missing." : null;
  return hostPattern.test(host) && URL.canParse(`http://${host}`) ? null : "The Host header is not a valid host.";
}

/** Next responds with status 500 to router state that it can't read. */
function headersProblem(request: IncomingMessage): string | null {
  const routerState = request.headers["next-router-state-tree"];
  if (routerState === undefined) return null;
  try {
    parseAndValidateFlightRouterState(routerState);
    return null;
  } catch {
    return "The Next-Router-State-Tree header is not valid.";
  }
}

function pathProblem({ url = "" }: IncomingMessage): string | null {
  const [path = ""] = url.split("?", 1);
  if (!path.startsWith("/") || path.includes("\\")) return "The path must start with a slash and must not contain a backslash.";
  // Next would redirect "/codes//claims" to "/codes/claims", which is a different resource.
  if (path.includes("//")) return "The path must not contain empty segments.";
  try {
    const segments = path.split("/").map(decodeURIComponent);
    if (segments.some((segment) => segment === "." || segment === "..")) return "The path must not contain the segments . and ..";
    return segments.some((segment) => segment.includes("\0")) ? "The path must not contain a NUL character." : null;
  } catch {
    return "The path must be percent-encoded UTF-8.";
  }
}

function respondWithError(response: ServerResponse, name: ErrorName, message: string, fields?: Record<string, string[]>): void {
  const { headers, body } = rawErrorResponse(name, message, fields);
  response.writeHead(apiErrors[name].status, headers);
  response.end(body);
}

function rawErrorResponse(name: ErrorName, message: string, fields?: Record<string, string[]>) {
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(name, requestId, { message, time: currentTime(), fields }));
  // The rest of the request is not read, so the connection cannot be reused.
  const headers = { "Content-Length": String(Buffer.byteLength(body)), Connection: "close" };
  return { headers: { ...Object.fromEntries(commonHeaders(requestId)), ...headers }, body };
}

/** Responds to requests with an `Expect` header other than `100-continue`. */
export function handleUnknownExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const message = "The Expect header must be 100-continue.";
  respondWithError(response, "invalid_input", message, { headers: [message] });
}

const clientErrors: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "The request headers are too large.",
  ERR_HTTP_REQUEST_TIMEOUT: "The request took too long to arrive.",
};

/** Responds to requests that Node cannot parse or that don't arrive in time, and closes the connection. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const message = clientErrors[error.code ?? ""] ?? "The request is not valid HTTP.";
  const { headers, body } = rawErrorResponse("invalid_input", message, { request: [message] });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** How long requests can take to arrive, in milliseconds, and how long the rest of one that was answered is read. */
export const arrivalLimits = { upload: 3_600_000, other: 120_000, rest: 30_000 };

const uploadPaths = new Set(
  Object.values(endpoints)
    .filter(({ rawBody }) => rawBody?.isStreamed)
    .flatMap(endpointPaths)
    .map((path) => `/api${path}`),
);

/**
 * Ends a request whose body doesn't arrive in time. Uploads have more time, because large files take long on slow connections. Once the
 * response is sent, the rest of a body that wasn't read is discarded: if the connection were closed, the client might not get the response.
 */
export function limitArrival(request: IncomingMessage, response: ServerResponse): void {
  if (!("content-length" in request.headers || "transfer-encoding" in request.headers)) return;
  const isUpload = uploadPaths.has((request.url ?? "").split("?", 1)[0] ?? "");
  const end = () => {
    if (request.complete || response.headersSent) return;
    const error = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    // A response has no socket yet while that of an earlier request is being sent.
    if (response.socket) handleClientError(error, response.socket);
    // Otherwise, the handler could get the rest later, and do what its client was told failed.
    request.destroy(error);
  };
  let timer = setTimeout(end, isUpload ? arrivalLimits.upload : arrivalLimits.other);
  request.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
  response.once("finish", () => {
    clearTimeout(timer);
    if (request.complete) return;
    request.removeAllListeners("data").resume();
    timer = setTimeout(() => request.socket.destroy(), arrivalLimits.rest);
  });
}

const forwardingHeaders = ["forwarded", "x-real-ip", "x-client-ip", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port"];

/**
 * Returns a function that sets `X-Forwarded-For` to the client's IP address: what trusted proxies report, otherwise the socket's. Next would
 * pass on any value that a client sends. Calls `onUnreadable` once if a trusted proxy reports no address.
 */
export function clientIpResolver(trustedProxies: string[], onUnreadable: () => void = () => {}): (request: IncomingMessage) => void {
  const isTrusted = proxyAddr.compile(trustedProxies);
  let hasWarned = trustedProxies.length > 0;
  let hasReported = false;
  return (request) => {
    const remoteAddress = request.socket.remoteAddress ?? "127.0.0.1";
    if (!hasWarned && "x-forwarded-for" in request.headers) {
      hasWarned = true;
      log.warn(
        "A request has an X-Forwarded-For header, but TRUSTED_PROXIES is not set. If a proxy sent it, all its clients share one rate limit: set TRUSTED_PROXIES to the proxy's address.",
      );
    }
    const { "x-forwarded-for": forwarded } = request.headers;
    if (forwarded !== undefined) request.headers["x-forwarded-for"] = String(forwarded).split(",").map(forwardedAddress).join(", ");
    const reported = proxyAddr(request, isTrusted);
    if (!isIP(reported) && !hasReported) {
      hasReported = true;
      log.warn("A trusted proxy sends an X-Forwarded-For header that can't be read, so its clients share one rate limit.");
      onUnreadable();
    }
    const ipAddress = formatIpAddress(isIP(reported) ? reported : remoteAddress);
    if (!isTrusted(remoteAddress, 0)) for (const name of forwardingHeaders) removeHeader(request, name);
    removeHeader(request, "x-forwarded-for");
    request.headers["x-forwarded-for"] = ipAddress;
    request.rawHeaders.push("X-Forwarded-For", ipAddress);
  };
}

/** Removes a header from both places where Node stores it. */
function removeHeader(request: IncomingMessage, name: string): void {
  if (!(name in request.headers)) return;
  delete request.headers[name];
  const { rawHeaders } = request;
  for (let i = rawHeaders.length - 2; i >= 0; i -= 2) if (rawHeaders[i]?.toLowerCase() === name) rawHeaders.splice(i, 2);
}
