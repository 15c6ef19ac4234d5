import type { Endpoint } from "@/contract/endpoint";
import { ApiError } from "@/core/api-error";
import { env } from "@/lib/env";

/**
 * Throws `cross_site` for writes from other websites. With a cookie, the browser must confirm the same origin. Without one, it must not report
 * another origin. Bodies must be JSON.
 */
export function rejectCrossSite(request: Request, endpoint: Endpoint, isCookieAuthenticated: boolean): void {
  if (endpoint.method === "GET") return;
  const sameOrigin = isSameOrigin(request);
  if (sameOrigin === false || (isCookieAuthenticated && sameOrigin === undefined)) throw new ApiError("cross_site");
  // Forms on other sites can't send this content type.
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (endpoint.body && type !== "application/json")
    throw new ApiError("cross_site", { message: "The request body must have the content type application/json." });
}

/** Returns whether the browser reports the same origin, or undefined if it reports nothing. */
export function isSameOrigin(request: Request): boolean | undefined {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  return site !== null ? site === "same-origin" : origin !== null ? isOwnOrigin(origin, request) : undefined;
}

function isOwnOrigin(origin: string, request: Request): boolean {
  const host = URL.parse(origin)?.host;
  return origin === new URL(env().APP_URL).origin || (host !== undefined && host === request.headers.get("host"));
}
