import type { IncomingMessage } from "node:http";
import { endpoints } from "@/contract";
import { acceptsKeys } from "@/contract/endpoint";

// Only endpoints that accept API keys: the others have no older clients, and `/setup` is also a page.
const documentedPaths = Object.values(endpoints)
  .filter((endpoint) => acceptsKeys(endpoint) || endpoint.tag === "Health")
  .flatMap(({ path, aliases = [] }) => [path, ...aliases.map((alias) => alias.path)]);
const firstSegments = new Set(documentedPaths.map((path) => path.split("/")[1]));

// Existing clients call the API without /api. Next's own rewrites would halve the throughput.
const bareApiPath = new RegExp(`^/(?:${[...firstSegments].join("|")})(?=[/?]|$)`);

const nextInternalHeader = /^(rsc|next-.*|x-nextjs-.*)$/;

/** Rewrites API paths without `/api`, and normalizes the URL for Next. */
export function rewriteUrl(request: IncomingMessage): void {
  let url = request.url ?? "/";
  if (bareApiPath.test(url)) url = `/api${url}`;
  // With these headers, Next responds in its internal format or redirects.
  if (url.startsWith("/api"))
    for (const name of Object.keys(request.headers)) if (nextInternalHeader.test(name)) delete request.headers[name];
  const [path = "", ...query] = url.split("?");
  // Next would mistake a literal "[code]" for its route file and pass no parameters.
  const encodedPath = path.replaceAll("[", "%5B").replaceAll("]", "%5D");
  request.url = [encodedPath, ...query].join("?");
  // Pages have no other way to read their URL, which sign-in redirects back to.
  request.headers["x-path"] = request.url.replace(/([?&])_rsc=[^&]*&?/, "$1").replace(/[?&]$/, "");
}
