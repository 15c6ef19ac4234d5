import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { refusalBody } from "@/contract/envelope";
import { type RefusalName, refusals } from "@/contract/refusals";

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

function answer(response: ServerResponse, name: RefusalName, message: string, fields?: Record<string, string[]>): void {
  const requestId = randomUUID();
  const body = JSON.stringify(refusalBody(name, requestId, { message, fields }));
  // The body that may follow is not read; the connection cannot be used again.
  response.writeHead(refusals[name].status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "private, no-store",
    "X-Request-Id": requestId,
    Connection: "close",
  });
  response.end(body);
}
