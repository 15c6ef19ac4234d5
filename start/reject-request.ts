import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { refusalBody } from "@/contract/envelope";
import { apiErrors, type ErrorName } from "@/contract/errors";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Answers the requests that Next would refuse in HTML or with nothing, in the words of the API. Returns whether it did. */
export function refuse(request: IncomingMessage, response: ServerResponse): boolean {
  if (!methods.includes(request.method ?? "")) {
    response.setHeader("Allow", methods.join(", "));
    answer(response, "method_not_allowed", "This method is not known here.");
    return true;
  }
  const [path = ""] = (request.url ?? "").split("?", 1);
  const wrong = whatIsWrong(path);
  if (wrong) {
    answer(response, "invalid_input", wrong, { path: [wrong] });
    return true;
  }
  return false;
}

function whatIsWrong(path: string): string | null {
  if (!path.startsWith("/") || path.includes("\\")) return "The request needs a path that begins with a slash and has no backslash.";
  // Next would redirect "/codes//claims" to "/codes/claims", which is another thing.
  if (path.includes("//")) return "A part of the path is empty.";
  try {
    const parts = path.split("/").map(decodeURIComponent);
    if (parts.some((part) => part === "." || part === "..")) return "The path must not hold the parts . and ..";
    return parts.some((part) => part.includes("\0")) ? "The path must not hold a NUL." : null;
  } catch {
    return "The path's percent-encoding is not readable as UTF-8.";
  }
}

function answer(response: ServerResponse, name: ErrorName, message: string, fields?: Record<string, string[]>): void {
  const { headers, body } = words(name, message, fields);
  response.writeHead(apiErrors[name].status, headers);
  response.end(body);
}

function words(name: ErrorName, message: string, fields?: Record<string, string[]>) {
  const requestId = randomUUID();
  const body = JSON.stringify(refusalBody(name, requestId, { message, fields }));
  // The body that may follow is not read; the connection cannot be used again.
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "private, no-store",
    "X-Request-Id": requestId,
    Connection: "close",
  };
  return { headers, body };
}

/** Answers what Node cannot read as HTTP at all, and closes the connection. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const message =
    error.code === "HPE_HEADER_OVERFLOW" ? "The headers of the request are too large." : "The request is not readable as HTTP.";
  const { headers, body } = words("invalid_input", message, { request: [message] });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}
