import type { IncomingMessage } from "node:http";
import { endpoints } from "@/contract";

const documented = Object.values(endpoints).flatMap(({ path, aliases = [] }) => [path, ...aliases.map((alias) => alias.path)]);
const firstSegments = new Set(documented.map((path) => path.split("/")[1]));

// The first clients were written against the bare origin. Next's own rewrites halve the requests a second that it answers.
const bare = new RegExp(`^/(?:${[...firstSegments].join("|")})(?=[/?]|$)`);

/** Turns the addresses of the API at the bare origin into those below `/api`. */
export function route(request: IncomingMessage): void {
  let url = request.url ?? "/";
  if (bare.test(url)) url = `/api${url}`;
  const [path = "", ...query] = url.split("?");
  // Next takes a literal "[code]" for the name of its own file and gives the route no parameters.
  const plain = path.replaceAll("[", "%5B").replaceAll("]", "%5D");
  request.url = [plain, ...query].join("?");
}
