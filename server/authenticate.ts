import "server-only";
import { type Endpoint, leastRole, takesKeys } from "@/contract/endpoint";
import { mayAs } from "@/contract/roles";
import { ApiError } from "@/core/api-error";
import type { Context } from "@/core/context";
import { type Credential, kindOfKey, recogniseKey } from "@/core/keys/key";
import { recogniseSession } from "@/core/staff/sessions";
import { hashOf } from "@/lib/ids";
import { services } from "./services";
import { sessionIn } from "./session";

/** How long a key that was recognised is not looked up again, in milliseconds; a revoked one bites within this. */
const trustFor = 800;
const mostRemembered = 1000;
const remembered = new Map<string, { credential: Credential; until: number }>();

/** Who calls: a program by its key, or somebody of the staff. */
export type Caller = { actor: Context["actor"]; projectId: number; byCookie: boolean; key: Credential | null };

/**
 * Who calls, by the key in the Authorization header or else by the session's cookie. Refuses with `bad_key` or `not_signed_in`,
 * and with `secret_key_required`, `staff_required` or `role_required` where such a caller may not.
 */
export async function authenticate(request: Request, endpoint: Endpoint): Promise<Caller> {
  // The header decides alone: a bad key never falls back to a cookie.
  const header = request.headers.get("authorization");
  return header === null ? byCookie(request, endpoint) : byKey(header, endpoint);
}

async function byKey(header: string, endpoint: Endpoint): Promise<Caller> {
  const [, value] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  if (value === undefined || kindOfKey(value) === null) throw badKey();
  const key = await recognise(value);
  if (!takesKeys(endpoint)) throw new ApiError("staff_required");
  if (!endpoint.access.includes(key.kind)) throw new ApiError("secret_key_required");
  return { actor: { kind: key.kind, id: key.keyId }, projectId: key.projectId, byCookie: false, key };
}

async function byCookie(request: Request, endpoint: Endpoint): Promise<Caller> {
  const least = leastRole(endpoint);
  const session = least === undefined ? null : await sessionIn(request.headers.get("cookie"));
  if (session === null) throw takesKeys(endpoint) ? badKey() : new ApiError("not_signed_in");
  const alive = await recogniseSession(services().connection.db, session);
  if (alive === null) throw new ApiError("not_signed_in");
  if (least === undefined || !mayAs(alive.role, least)) throw new ApiError("role_required");
  const actor = { kind: "staff", id: alive.staffId, sessionId: alive.sessionId } as const;
  return { actor, projectId: alive.projectId, byCookie: true, key: null };
}

async function recognise(value: string): Promise<Credential> {
  const hash = hashOf(value);
  const known = remembered.get(hash);
  if (known && known.until > Date.now()) return known.credential;
  remembered.delete(hash);
  const credential = await recogniseKey(services().connection.db, hash);
  if (credential === null) throw badKey();
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(hash, { credential, until: Date.now() + trustFor });
  return credential;
}

const badKey = (): ApiError => new ApiError("bad_key", { headers: { "WWW-Authenticate": "Bearer" } });
