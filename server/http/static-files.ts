import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import Negotiator from "negotiator";
import send from "send";
import { buildFolder } from "@/lib/env";

/** Responds to requests for built files. Returns whether it did. */
export type StaticFileHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

const contentTypes: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The encodings that the build compresses files to, smallest first, with the extension of the compressed file. */
export const encodings = [
  { name: "br", extension: ".br" },
  { name: "gzip", extension: ".gz" },
] as const;

type StaticFolder = { urlPrefix: string; root: string; maxAge: string; immutable: boolean; headers: Record<string, string> };

/**
 * Serves built files in the smallest encoding that the browser accepts. The names of most contain a hash, so browsers cache them for a
 * year. The URLs of the scripts that other sites include never change, so browsers revalidate them after 5 minutes.
 */
export function createStaticFileHandler(): StaticFileHandler {
  const folder = path.resolve(buildFolder());
  const handlers = [
    folderHandler({ urlPrefix: "/_next/static/", root: path.join(folder, "static"), maxAge: "1y", immutable: true, headers: {} }),
    folderHandler({
      urlPrefix: "/",
      root: path.join(folder, "embed"),
      maxAge: "5m",
      immutable: false,
      // Any site may load the scripts and check them with an integrity hash.
      headers: { "Cross-Origin-Resource-Policy": "cross-origin", "Access-Control-Allow-Origin": "*" },
    }),
  ];
  return (request, response) => handlers.some((handle) => handle(request, response));
}

function folderHandler({ urlPrefix, root, maxAge, immutable, headers }: StaticFolder): StaticFileHandler {
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
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (available.length > 0) response.setHeader("Vary", "Accept-Encoding");
    if (encoding) {
      response.setHeader("Content-Encoding", encoding.name);
      // `send` would set the type of the compressed file.
      response.setHeader("Content-Type", contentTypes[path.extname(file)] ?? "application/octet-stream");
    }
    send(request, encodeURIComponent(file + (encoding?.extension ?? "")).replaceAll("%2F", "/"), { root, index: false, immutable, maxAge })
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
