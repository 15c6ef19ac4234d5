import type { IncomingMessage } from "node:http";
import { endpoints } from "@/contract";
import { takesKeys } from "@/contract/endpoint";

// Those that programs call. What only pages call has no older clients, and `/setup` is a page of its own.
const documented = Object.values(endpoints)
  .filter((endpoint) => takesKeys(endpoint) || endpoint.tag === "Health")
  .flatMap(({ path, aliases = [] }) => [path, ...aliases.map((alias) => alias.path)]);
const firstSegments = new Set(documented.map((path) => path.split("/")[1]));

// The first clients were written against the bare origin. Next's own rewrites halve the requests a second that it answers.
const bare = new RegExp(`^/(?:${[...firstSegments].join("|")})(?=[/?]|$)`);

const nextsOwn = /^(rsc|next-.*|x-nextjs-.*)$/;

/** Turns the addresses of the API at the bare origin into those below `/api`. */
export function route(request: IncomingMessage): void {
  let url = request.url ?? "/";
  if (bare.test(url)) url = `/api${url}`;
  // With these Next answers pages in a form of its own, and redirects what is none.
  if (url.startsWith("/api")) for (const name of Object.keys(request.headers)) if (nextsOwn.test(name)) delete request.headers[name];
  const [path = "", ...query] = url.split("?");
  // Next takes a literal "[code]" for the name of its own file and gives the route no parameters.
  const plain = path.replaceAll("[", "%5B").replaceAll("]", "%5D");
  request.url = [plain, ...query].join("?");
  // Pages are not told their own address otherwise, and sign-in leads back to it.
  request.headers["x-path"] = request.url.replace(/([?&])_rsc=[^&]*&?/, "$1").replace(/[?&]$/, "");
}
