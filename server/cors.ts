import { ApiError } from "@/core/api-error";
import type { Credential } from "@/core/keys/store";
import { isAllowedByAnyProject } from "@/core/projects/record";
import { isSameOrigin } from "./cross-site";
import { getServices } from "./services";

/** Allows any origin to read the response of a public endpoint. `rejectUnlistedOrigin` checks the origin once the key identifies the project. */
export function setCorsHeaders(request: Request, headers: Headers): void {
  const origin = request.headers.get("origin");
  headers.append("Vary", "Origin");
  if (origin === null) return;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Expose-Headers", "X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed");
}

/** Throws `origin_not_allowed` if a public key is used from an origin that the project doesn't allow. */
export function rejectUnlistedOrigin(request: Request, credential: Credential, headers: Headers): void {
  const origin = request.headers.get("origin");
  if (credential.kind !== "public_key" || origin === null || credential.allowedOrigins.length === 0) return;
  // The settings preview the form on our own origin.
  if (credential.allowedOrigins.includes(origin) || isSameOrigin(request)) return;
  headers.delete("Access-Control-Allow-Origin");
  throw new ApiError("origin_not_allowed");
}

/** Responds to a preflight request. It has no key, so it passes if any project allows the origin. */
export async function preflightResponse(request: Request, methods: readonly string[], headers: Headers): Promise<Response> {
  const origin = request.headers.get("origin");
  headers.append("Vary", "Origin");
  headers.delete("Content-Type");
  if (origin !== null && (await isAllowedByAnyProject(getServices().connection.db, origin))) {
    headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Allow-Methods", methods.join(", "));
    headers.set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key");
    headers.set("Access-Control-Max-Age", "600");
  }
  return new Response(null, { status: 204, headers });
}
