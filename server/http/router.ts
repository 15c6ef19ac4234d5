import type { IncomingMessage, ServerResponse } from "node:http";
import { addRoute, createRouter as createRouteTable, findRoute } from "rou3";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { endpoints } from "@/contract";
import { endpointPaths } from "@/contract/endpoint";
import { log } from "@/lib/log";
import { docsFiles } from "../guides";
import { mcpHandlers } from "../mcp";
import { measureRequest } from "../metrics";
import { publicPages } from "../pages";
import { checkDatabase } from "../pages/handler";
import { findPagePath } from "../pages/link-query";
import { responseText } from "../responses";
import { type RouteHandlers, unknownPathHandlers } from "../route-handlers";
import { loadRouteFile } from "./route-files";

/** Responds to a request for a documented endpoint or a customer page. Returns whether it did. */
export type Router = (request: IncomingMessage, response: ServerResponse) => boolean;

/** The paths of the API's own description. */
const documentPaths = ["/openapi.json", "/openapi-keys.json"];

/**
 * Calls the route files of the API and the customer pages directly, because Next's routing costs as much CPU as a code lookup
 * (docs/decisions/0008). Everything else is Next's: the dashboard, sign-in through identity providers, unknown pages.
 */
export async function createRouter(): Promise<Router> {
  const table = createRouteTable<{ path: string; handlers: Partial<RouteHandlers> }>();
  for (const [path, handlers] of Object.entries({ ...publicPages, ...docsFiles, ...mcpHandlers }))
    addRoute(table, "", path, { path, handlers });
  const loadEndpoint = async (path: string) => {
    const folder = path.slice(1).replace(/:(\w+)/g, "[$1]");
    addRoute(table, "", `/api${path}`, { path, handlers: await loadRouteFile(folder) });
  };
  await Promise.all([...new Set(Object.values(endpoints).flatMap(endpointPaths)), ...documentPaths].map(loadEndpoint));
  addRoute(table, "", "/api/**", { path: "unknown", handlers: unknownPathHandlers() });

  return (request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    if (path.startsWith("/api/auth/")) return false;
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
    const route = findRoute(table, "", path, { params: false })?.data;
    const handler = route?.handlers[method as keyof RouteHandlers];
    if (!handler) return route === undefined && redirectToPage(request, response);
    measureRequest(request, response, route.path, () => respond(handler, request, response));
    return true;
  };
}

const pagePaths = new Set(Object.keys(publicPages));

/** Redirects a link to a page for customers that was changed on its way. Returns whether it did. */
function redirectToPage({ method = "", url = "" }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const [path = "", search] = url.split(/(?=\?)/s, 2);
  const location = findPagePath(path, search ?? "", pagePaths);
  if (location === null) return false;
  response.writeHead(302, { Location: location, "Cache-Control": "no-store" }).end();
  return true;
}

function respond(handler: (request: Request) => Promise<Response>, request: IncomingMessage, response: ServerResponse): void {
  handler(new NodeRequest({ req: request, res: response }))
    .then((reply) => send(response, reply))
    .catch((err: unknown) => {
      log.error({ err }, "response failed");
      response.destroy();
    });
}

/** Responds to requests for staff pages while the database is unavailable, because Next would respond with its error page. */
export async function rejectIfUnavailable(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  // The other paths need no database, or are endpoints.
  if (/^\/(?:api|docs|_next)(?:[/?]|$)/.test(request.url ?? "")) return false;
  const page = await checkDatabase(new NodeRequest({ req: request, res: response }));
  if (page) respond(async () => page, request, response);
  return page !== null;
}

function send(response: ServerResponse, reply: Response): Promise<void> | undefined {
  const whole = responseText(reply);
  if (!whole) return sendNodeResponse(response, reply);
  const { text, headers } = whole;
  response.setHeaders(headers);
  response.setHeader("Content-Length", Buffer.byteLength(text));
  response.end(text);
}
