import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import Negotiator from "negotiator";
import { inherited } from "@/lib/env";
import { hashOf } from "@/lib/ids";
import { routes } from "@/lib/routes";
import { embedIn } from "./own-scripts";

/** Answers the request when it is for a script of other sites, and returns whether it did. */
export type EmbedScript = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Serves the scripts that other sites include. Their addresses never change, as they stand in other pages, so that browsers ask anew every few minutes. */
export function openEmbedScripts(): EmbedScript {
  const files = embedIn(inherited("NEXT_DIST_DIR") ?? ".next");
  const served = [serving(routes.embed.script, files.script), serving(routes.embed.proof, files.proof)];
  return (request, response) => served.some((serve) => serve(request, response));
}

function serving(path: string, file: string): EmbedScript {
  const script = readFileSync(file);
  const forms = { br: brotliCompressSync(script), gzip: gzipSync(script, { level: 9 }), identity: script };
  const version = hashOf(script.toString()).slice(0, 24);
  return (request, response) => {
    if ((request.url ?? "").split("?", 1)[0] !== path) return false;
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
      return true;
    }
    const accepted = new Negotiator(request).encodings();
    const encoding = (["br", "gzip"] as const).find((each) => accepted.includes(each)) ?? "identity";
    const tag = `"${version}-${encoding}"`;
    response.setHeader("Cache-Control", "public, max-age=300");
    response.setHeader("ETag", tag);
    response.setHeader("Vary", "Accept-Encoding");
    // It is for every site: to be run, and to be checked by the hash that a page names.
    response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
    response.setHeader("Access-Control-Allow-Origin", "*");
    if (wasRead(request, tag)) {
      response.writeHead(304).end();
      return true;
    }
    if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
    response.setHeader("Content-Type", "text/javascript; charset=utf-8");
    response.setHeader("Content-Length", forms[encoding].length);
    response.end(request.method === "HEAD" ? undefined : forms[encoding]);
    return true;
  };
}

const wasRead = ({ headers }: IncomingMessage, tag: string): boolean =>
  (headers["if-none-match"] ?? "").split(",").some((each) => ["*", tag].includes(each.trim().replace(/^W\//, "")));
