import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { errorBody } from "@/contract/error-body";
import { apiErrors, type ErrorName } from "@/contract/errors";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Rejects malformed requests with an API error, where Next would respond in HTML or not at all. Returns whether it did. */
export function rejectInvalidRequest(request: IncomingMessage, response: ServerResponse): boolean {
  if (!methods.includes(request.method ?? "")) {
    response.setHeader("Allow", methods.join(", "));
    respondWithError(response, "method_not_allowed", "This HTTP method is not supported.");
    return true;
  }
  const [path = ""] = (request.url ?? "").split("?", 1);
  const problem = pathProblem(path);
  if (problem) {
    respondWithError(response, "invalid_input", problem, { path: [problem] });
    return true;
  }
  return false;
}

function pathProblem(path: string): string | null {
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
  const { headers, body } = errorResponse(name, message, fields);
  response.writeHead(apiErrors[name].status, headers);
  response.end(body);
}

function errorResponse(name: ErrorName, message: string, fields?: Record<string, string[]>) {
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(name, requestId, { message, fields }));
  // The rest of the request is not read, so the connection cannot be reused.
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "private, no-store",
    "X-Request-Id": requestId,
    Connection: "close",
  };
  return { headers, body };
}

/** Responds to requests that Node cannot parse, and closes the connection. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const message = error.code === "HPE_HEADER_OVERFLOW" ? "The request headers are too large." : "The request is not valid HTTP.";
  const { headers, body } = errorResponse("invalid_input", message, { request: [message] });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}
