import "server-only";
import { sql } from "drizzle-orm";
import { ApiError } from "@/core/api-error";
import type { Credential } from "@/core/keys/key";
import { projects } from "@/db/schema";
import { saidOurs } from "./cross-site";
import { services } from "./services";

/** Lets a page of any origin read the answer of a public route; the origin itself is checked once the key says whose project it is. */
export function allowReading(request: Request, headers: Headers): void {
  const origin = request.headers.get("origin");
  headers.append("Vary", "Origin");
  if (origin === null) return;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Expose-Headers", "X-Request-Id, Retry-After, Idempotent-Replayed");
}

/** Refuses with `origin_not_allowed` a public key that is used from a web site the project does not list. */
export function refuseStrangeOrigin(request: Request, credential: Credential, headers: Headers): void {
  const origin = request.headers.get("origin");
  if (credential.kind !== "public_key" || origin === null || credential.allowedOrigins.length === 0) return;
  // The settings show the form of other sites on a page of ours.
  if (credential.allowedOrigins.includes(origin) || saidOurs(request)) return;
  headers.delete("Access-Control-Allow-Origin");
  throw new ApiError("origin_not_allowed");
}

/** Answers a browser's question before a public call. It names no key, so it passes where any project would let the origin in. */
export async function preflight(request: Request, methods: readonly string[], headers: Headers): Promise<Response> {
  const origin = request.headers.get("origin");
  headers.append("Vary", "Origin");
  headers.delete("Content-Type");
  if (origin !== null && (await someProjectAllows(origin))) {
    headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Allow-Methods", methods.join(", "));
    headers.set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key");
    headers.set("Access-Control-Max-Age", "600");
  }
  return new Response(null, { status: 204, headers });
}

async function someProjectAllows(origin: string): Promise<boolean> {
  const found = await services()
    .connection.db.select({ id: projects.id })
    .from(projects)
    .where(sql`cardinality(${projects.allowedOrigins}) = 0 or ${origin} = any(${projects.allowedOrigins})`)
    .limit(1);
  return found.length > 0;
}
