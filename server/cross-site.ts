import "server-only";
import type { Endpoint } from "@/contract/endpoint";
import { ApiError } from "@/core/api-error";
import { env } from "@/lib/env";

/**
 * Refuses with `cross_site` a write that a page of another web site makes in a person's name. With a cookie, the browser must have said that
 * it comes from our own pages and the body must be JSON; without one, it must not have said otherwise.
 */
export function refuseCrossSite(request: Request, endpoint: Endpoint, byCookie: boolean): void {
  if (endpoint.method === "GET") return;
  const said = saidOurs(request);
  if (said === false || (byCookie && said === undefined)) throw new ApiError("cross_site");
  // Forms of other sites can send anything but this.
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (endpoint.body && type !== "application/json")
    throw new ApiError("cross_site", { message: "The body must be sent as application/json." });
}

/** Whether the browser said that one of our own pages asks; undefined where it said nothing of that. */
export function saidOurs(request: Request): boolean | undefined {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  return site !== null ? site === "same-origin" : origin !== null ? isOurs(origin, request) : undefined;
}

function isOurs(origin: string, request: Request): boolean {
  const host = URL.parse(origin)?.host;
  return origin === new URL(env().APP_URL).origin || (host !== undefined && host === request.headers.get("host"));
}
