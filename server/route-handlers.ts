import "server-only";
import { randomUUID } from "node:crypto";
import type { Method } from "@/contract/endpoint";
import { ApiError } from "@/core/api-error";
import { commonHeaders, refusalAnswer } from "./answer";
import { preflight } from "./cors";
import type { EndpointHandler } from "./endpoint-handler";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type RouteMethods = Record<(typeof methods)[number], (request: Request) => Promise<Response>>;

/**
 * What a route file exports: each door under its method, and under the method that older clients call it by at the same path.
 * Every other method is refused in the envelope, and OPTIONS answers browsers where the public key may call.
 */
export function routeHandlers(...opened: readonly EndpointHandler[]): RouteMethods {
  const byMethod = new Map<Method, EndpointHandler>();
  for (const door of opened) {
    byMethod.set(door.endpoint.method, door);
    for (const alias of door.endpoint.aliases ?? []) if (alias.path === door.endpoint.path) byMethod.set(alias.method, door);
  }
  const allowed = [...byMethod.keys()];
  const fromBrowsers = opened.filter((door) => door.endpoint.access.includes("public_key")).map((door) => door.endpoint.method);
  const entry = (method: (typeof methods)[number]) => async (request: Request) => {
    const door = byMethod.get(method as Method);
    if (door) return door.handle(request);
    const requestId = randomUUID();
    const headers = commonHeaders(requestId);
    if (method === "OPTIONS" && fromBrowsers.length > 0) {
      return preflight(request, fromBrowsers, headers).catch((error: unknown) => refusalAnswer(error, requestId, headers));
    }
    return refusalAnswer(new ApiError("method_not_allowed", { headers: { Allow: allowed.join(", ") } }), requestId, headers);
  };
  return forEveryMethod(entry);
}

/** What the route for unknown addresses exports. */
export function unknownPathHandlers(): RouteMethods {
  const refuse = async () => {
    const requestId = randomUUID();
    return refusalAnswer(new ApiError("not_found"), requestId, commonHeaders(requestId));
  };
  return forEveryMethod(() => refuse);
}

function forEveryMethod(entry: (method: (typeof methods)[number]) => (request: Request) => Promise<Response>): RouteMethods {
  return Object.fromEntries(methods.map((method) => [method, entry(method)])) as RouteMethods;
}
