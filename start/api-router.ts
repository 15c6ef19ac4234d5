import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { addRoute, createRouter, findRoute } from "rou3";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { endpoints } from "@/contract";
import { log } from "@/lib/log";

type Doors = Record<string, (request: Request) => Promise<Response>>;

/** Answers the request when it is for a documented endpoint, and returns whether it did. */
export type Api = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Opens the documented endpoints' doors, to be called past Next: its way from a request to a route handler costs the process as much
 * as a look-up does (docs/decisions/0008). The route files are the same, and Next answers with them in `npm run dev` and whatever is not documented.
 */
export async function openApi(): Promise<Api> {
  const router = createRouter<Doors>();
  for (const path of documentedPaths()) {
    const file = new URL(`../app/api${path.replace(/:(\w+)/g, "[$1]")}/route.ts`, import.meta.url);
    if (existsSync(file)) addRoute(router, "", `/api${path}`, (await import(file.href)) as Doors);
  }
  return (request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
    const door = findRoute(router, "", path, { params: false })?.data[method];
    if (!door) return false;
    door(new NodeRequest({ req: request, res: response }))
      .then((answer) => sendNodeResponse(response, answer))
      .catch((err: unknown) => {
        log.error({ err }, "an answer broke off");
        response.destroy();
      });
    return true;
  };
}

function documentedPaths(): Set<string> {
  return new Set(Object.values(endpoints).flatMap(({ path, aliases = [] }) => [path, ...aliases.map((alias) => alias.path)]));
}
