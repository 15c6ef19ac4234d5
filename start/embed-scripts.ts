import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import Negotiator from "negotiator";
import { environmentVariable } from "@/lib/env";
import { sha256Hex } from "@/lib/ids";
import { routes } from "@/lib/routes";
import { embedScriptPaths } from "./page-scripts";

/** Responds to requests for embed scripts. Returns whether it did. */
export type EmbedScriptHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Serves the scripts that other sites include. Their URLs never change, so browsers revalidate them every 5 minutes. */
export function createEmbedScriptHandler(): EmbedScriptHandler {
  const files = embedScriptPaths(environmentVariable("NEXT_DIST_DIR") ?? ".next");
  const handlers = [scriptHandler(routes.embed.script, files.script), scriptHandler(routes.embed.proof, files.proof)];
  return (request, response) => handlers.some((handler) => handler(request, response));
}

function scriptHandler(path: string, file: string): EmbedScriptHandler {
  const script = readFileSync(file);
  const bodies = { br: brotliCompressSync(script), gzip: gzipSync(script, { level: 9 }), identity: script };
  const version = sha256Hex(script.toString()).slice(0, 24);
  return (request, response) => {
    if ((request.url ?? "").split("?", 1)[0] !== path) return false;
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
      return true;
    }
    const accepted = new Negotiator(request).encodings();
    const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name)) ?? "identity";
    const etag = `"${version}-${encoding}"`;
    response.setHeader("Cache-Control", "public, max-age=300");
    response.setHeader("ETag", etag);
    response.setHeader("Vary", "Accept-Encoding");
    // Any site may load the script and check it with an integrity hash.
    response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
    response.setHeader("Access-Control-Allow-Origin", "*");
    if (isNotModified(request, etag)) {
      response.writeHead(304).end();
      return true;
    }
    if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
    response.setHeader("Content-Type", "text/javascript; charset=utf-8");
    response.setHeader("Content-Length", bodies[encoding].length);
    response.end(request.method === "HEAD" ? undefined : bodies[encoding]);
    return true;
  };
}

const isNotModified = ({ headers }: IncomingMessage, etag: string): boolean =>
  (headers["if-none-match"] ?? "").split(",").some((value) => ["*", etag].includes(value.trim().replace(/^W\//, "")));
