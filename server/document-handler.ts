import { createHash } from "node:crypto";
import { commonHeaders } from "./responses";
import { type RouteHandlers, routeHandlers } from "./route-handlers";

/** Creates the handlers of a JSON document without the envelope. A client that has it already gets `304`. */
export function documentHandlers(path: string, createDocument: () => object): RouteHandlers {
  let document: { text: string; etag: string } | undefined;
  const handle = async (request: Request) => {
    document ??= withEtag(JSON.stringify(createDocument()));
    const { text, etag } = document;
    const headers = commonHeaders(crypto.randomUUID());
    headers.set("ETag", etag);
    if (!matches(request.headers.get("if-none-match"), etag)) return new Response(text, { headers });
    headers.delete("Content-Type");
    return new Response(null, { status: 304, headers });
  };
  return routeHandlers({ endpoint: { method: "GET", path, access: [] }, handle });
}

const withEtag = (text: string) => ({ text, etag: `"${createHash("sha256").update(text).digest("base64url")}"` });

/** Compares weakly (RFC 9110, 13.1.2), because proxies that compress weaken an ETag. */
function matches(condition: string | null, etag: string): boolean {
  const known = (condition ?? "").split(",").map((each) => each.trim().replace(/^W\//, ""));
  return known.includes("*") || known.includes(etag);
}
