import type { IncomingMessage } from "node:http";

// The first clients were written against the bare origin. Next's own rewrites halve the requests a second that it answers.
const bare = /^\/(?:batches|claims|codes|customers|events|health|leads|sends)(?=[/?]|$)/;

/** Turns the addresses of the API at the bare origin into those below `/api`. */
export function route(request: IncomingMessage): void {
  let url = request.url ?? "/";
  if (bare.test(url)) url = `/api${url}`;
  const [path = "", ...query] = url.split("?");
  // Next takes a literal "[code]" for the name of its own file and gives the route no parameters.
  const plain = path.replaceAll("[", "%5B").replaceAll("]", "%5D");
  request.url = [plain, ...query].join("?");
}
