import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import Negotiator from "negotiator";
import send from "send";
import { environmentVariable } from "@/lib/env";
import { encodings } from "./compress";

/** Responds to requests for built files. Returns whether it did. */
export type StaticFileHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

const urlPrefix = "/_next/static/";
const contentTypes: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Serves built files in the smallest encoding that the browser accepts. File names contain a hash, so browsers cache them for a year. */
export function createStaticFileHandler(): StaticFileHandler {
  const root = path.join(process.cwd(), environmentVariable("NEXT_DIST_DIR") ?? ".next", "static");
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = new Set(entries.map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)).split(path.sep).join("/")));
  return (request, response) => {
    const [urlPath = ""] = (request.url ?? "").split("?", 1);
    const file = urlPath.startsWith(urlPrefix) ? decodeURIComponent(urlPath.slice(urlPrefix.length)) : "";
    if (!files.has(file)) return false;
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
      return true;
    }
    const available = encodings.filter(({ extension }) => files.has(file + extension));
    const accepted = new Negotiator(request).encodings(available.map(({ name }) => name));
    const encoding = available.find(({ name }) => accepted.includes(name));
    if (available.length > 0) response.setHeader("Vary", "Accept-Encoding");
    if (encoding) {
      response.setHeader("Content-Encoding", encoding.name);
      response.setHeader("Content-Type", contentTypes[path.extname(file)] ?? "application/octet-stream");
    }
    send(request, encodeURIComponent(file + (encoding?.extension ?? "")).replaceAll("%2F", "/"), {
      root,
      index: false,
      immutable: true,
      maxAge: "1y",
    })
      .on("error", ({ status }: { status?: number }) => {
        if (response.headersSent) return void response.destroy();
        // These headers describe the file, not the error.
        for (const name of ["Content-Encoding", "Content-Type", "Cache-Control", "ETag", "Last-Modified"]) response.removeHeader(name);
        response.writeHead(status ?? 500).end();
      })
      .pipe(response);
    return true;
  };
}
