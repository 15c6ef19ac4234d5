import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { addRoute, createRouter, findRoute } from "rou3";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { endpoints } from "@/contract";
import { log } from "@/lib/log";

type RouteHandlers = Record<string, (request: Request) => Promise<Response>>;

/** Responds to requests for documented endpoints. Returns whether it did. */
export type ApiRouter = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Calls the route handlers of documented endpoints directly, because Next's routing costs as much CPU as a code lookup (docs/decisions/0008).
 * Next serves the same route files in development, and all other endpoints always.
 */
export async function createApiRouter(): Promise<ApiRouter> {
  const router = createRouter<RouteHandlers>();
  for (const path of documentedPaths()) {
    const file = new URL(`../app/api${path.replace(/:(\w+)/g, "[$1]")}/route.ts`, import.meta.url);
    if (existsSync(file)) addRoute(router, "", `/api${path}`, (await import(file.href)) as RouteHandlers);
  }
  return (request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
    const handler = findRoute(router, "", path, { params: false })?.data[method];
    if (!handler) return false;
    handler(new NodeRequest({ req: request, res: response }))
      .then((apiResponse) => sendNodeResponse(response, apiResponse))
      .catch((err: unknown) => {
        log.error({ err }, "response failed");
        response.destroy();
      });
    return true;
  };
}

function documentedPaths(): Set<string> {
  return new Set(Object.values(endpoints).flatMap(({ path, aliases = [] }) => [path, ...aliases.map((alias) => alias.path)]));
}
