import { randomUUID } from "node:crypto";
import { isFilePath, type Method } from "@/contract/endpoint";
import { ApiError } from "@/core/api-error";
import { preflightResponse } from "./cors";
import type { EndpointHandler } from "./endpoint-handler";
import { requestUrl } from "./request-url";
import { commonHeaders, errorResponse } from "./responses";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type RouteHandler = (request: Request) => Promise<Response>;
/** What a Next route file exports: a handler for each method. */
export type RouteHandlers = Record<(typeof methods)[number], RouteHandler>;

/**
 * Creates the exports of a route file: each endpoint under its method and its aliases at the same path. Other methods return
 * `method_not_allowed`. OPTIONS answers preflight requests if an endpoint accepts public keys. At the path that returns the list as a file,
 * there is only the list.
 */
export function routeHandlers(...handlers: readonly EndpointHandler[]): RouteHandlers {
  const all = handlersByMethod(handlers);
  const files = handlersByMethod(handlers.filter(({ endpoint }) => endpoint.csv));
  return mapMethods((method) => (request) => (isFilePath(requestUrl(request).pathname) ? files : all)[method](request));
}

function handlersByMethod(handlers: readonly EndpointHandler[]): RouteHandlers {
  const byMethod = new Map<Method, EndpointHandler>();
  for (const handler of handlers) {
    const { method, path, aliases = [] } = handler.endpoint;
    byMethod.set(method, handler);
    for (const alias of aliases) if (alias.path === path) byMethod.set(alias.method, handler);
  }
  const allowedMethods = [...byMethod.keys()];
  const publicMethods = handlers.filter(({ endpoint }) => endpoint.access.includes("public_key")).map(({ endpoint }) => endpoint.method);
  return mapMethods((method) => async (request) => {
    const handler = byMethod.get(method as Method);
    if (handler) return handler.handle(request);
    const requestId = randomUUID();
    const headers = commonHeaders(requestId);
    if (method === "OPTIONS" && publicMethods.length > 0) {
      return preflightResponse(request, publicMethods, headers).catch((error: unknown) => errorResponse(error, requestId, headers));
    }
    return methodNotAllowed(allowedMethods);
  });
}

/** Adds to handlers outside of the API the ones for all other methods, which return `method_not_allowed`. */
export function withAllMethods(handlers: Partial<RouteHandlers>): RouteHandlers {
  return mapMethods((method) => handlers[method] ?? (async () => methodNotAllowed(Object.keys(handlers))));
}

/** HEAD is possible wherever GET is. */
const withHead = (methods: readonly string[]): string[] => methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));

/** The response to a method that a path doesn't support. */
export function methodNotAllowed(allowedMethods: string[], message?: string): Response {
  const requestId = randomUUID();
  return errorResponse(
    new ApiError("method_not_allowed", {
      ...(message !== undefined && { message }),
      headers: { Allow: withHead(allowedMethods).join(", ") },
    }),
    requestId,
    commonHeaders(requestId),
  );
}

/** Creates the exports of the route for unknown paths. */
export function unknownPathHandlers(): RouteHandlers {
  return mapMethods(() => async () => {
    const requestId = randomUUID();
    return errorResponse(new ApiError("not_found"), requestId, commonHeaders(requestId));
  });
}

function mapMethods(createHandler: (method: (typeof methods)[number]) => RouteHandler): RouteHandlers {
  return Object.fromEntries(methods.map((method) => [method, createHandler(method)])) as RouteHandlers;
}
