import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import Negotiator from "negotiator";
import send from "send";
import { inherited } from "@/lib/env";
import { encodings } from "./compress";

/** Answers the request when it is for a script, a style or a font of the build, and returns whether it did. */
export type BuiltFiles = (request: IncomingMessage, response: ServerResponse) => boolean;

const at = "/_next/static/";
const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Serves what was built, in the smallest form that the browser reads. Names change with contents, so that browsers keep them for good. */
export function openBuiltFiles(): BuiltFiles {
  const root = path.join(process.cwd(), inherited("NEXT_DIST_DIR") ?? ".next", "static");
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const there = new Set(files.map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)).split(path.sep).join("/")));
  return (request, response) => {
    const [address = ""] = (request.url ?? "").split("?", 1);
    const file = address.startsWith(at) ? decodeURIComponent(address.slice(at.length)) : "";
    if (!there.has(file)) return false;
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
      return true;
    }
    const offered = encodings.filter(({ ending }) => there.has(file + ending));
    const accepted = new Negotiator(request).encodings(offered.map(({ name }) => name));
    const encoding = offered.find(({ name }) => accepted.includes(name));
    if (offered.length > 0) response.setHeader("Vary", "Accept-Encoding");
    if (encoding) {
      response.setHeader("Content-Encoding", encoding.name);
      response.setHeader("Content-Type", types[path.extname(file)] ?? "application/octet-stream");
    }
    send(request, encodeURIComponent(file + (encoding?.ending ?? "")).replaceAll("%2F", "/"), {
      root,
      index: false,
      immutable: true,
      maxAge: "1y",
    })
      .on("error", ({ status }: { status?: number }) => {
        if (response.headersSent) return void response.destroy();
        // They are of the file, which this answer is not.
        for (const name of ["Content-Encoding", "Content-Type", "Cache-Control", "ETag", "Last-Modified"]) response.removeHeader(name);
        response.writeHead(status ?? 500).end();
      })
      .pipe(response);
    return true;
  };
}
