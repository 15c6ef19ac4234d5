import {
  acceptsKeys,
  allowsEndpoint,
  type Endpoint,
  isAllowedBeforeSetup,
  type KeyScope,
  requiredRole,
  scopeFor,
} from "@/contract/endpoint";
import { describeRequiredRole, hasRole, type Role } from "@/contract/roles";
import { ApiError } from "@/core/api-error";
import type { Context } from "@/core/context";
import { recordSecurityEvent } from "@/core/events/record-security-event";
import { parseKeyKind } from "@/core/keys/key-format";
import { authenticateKey, type Credential, findRefusedKey } from "@/core/keys/store";
import { authenticateSession } from "@/core/staff/sessions";
import { sha256Hex } from "@/lib/ids";
import { createContext } from "./context";
import { getServices } from "./services";
import { readSessionCookie } from "./session-cookie";

/** How long a key lookup is cached from its start, in milliseconds. A revoked key stops working within this time. */
const cacheDurationMs = 800;
const maxCachedKeys = 1000;
const keyCache = new Map<string, { credential: Credential; expiresAt: number }>();

/** The authenticated caller: an API key or a staff member. */
export type AuthenticatedCaller = {
  actor: Context["actor"];
  projectId: number;
  isCookieAuthenticated: boolean;
  key: Credential | null;
  /** The staff member's role. Null for API keys. */
  role: Role | null;
};

/** Authenticates a request by its `Authorization` header or session cookie. Throws if there is no such caller, or they can't use the endpoint. */
export async function authenticate(request: Request, endpoint: Endpoint, requestId: string): Promise<AuthenticatedCaller> {
  // With a header, the cookie is ignored: an invalid key never falls back to a session.
  const header = request.headers.get("authorization");
  return header === null ? authenticateByCookie(request, endpoint, requestId) : authenticateByKey(header, request, endpoint, requestId);
}

async function authenticateByKey(header: string, request: Request, endpoint: Endpoint, requestId: string): Promise<AuthenticatedCaller> {
  const key = await readKey(header, requestId);
  if (!acceptsKeys(endpoint)) throw new ApiError("session_required");
  if (!endpoint.access.includes(key.kind)) throw new ApiError("secret_key_required");
  if (key.kind === "secret_key") {
    rejectFromPage(request);
    if (!allowsEndpoint(key.scopes, endpoint)) throw scopeRequired(key.scopes, endpoint);
  }
  return { actor: { kind: key.kind, id: key.keyId }, projectId: key.projectId, isCookieAuthenticated: false, key, role: null };
}

/** Returns the secret key of a request. What its scopes allow is up to the caller. Throws `bad_key`, `secret_key_required` or `secret_key_in_browser`. */
export async function authenticateSecretKey(request: Request, requestId: string): Promise<Credential> {
  const key = await readKey(request.headers.get("authorization") ?? "", requestId);
  if (key.kind !== "secret_key") throw new ApiError("secret_key_required");
  rejectFromPage(request);
  return key;
}

async function readKey(header: string, requestId: string): Promise<Credential> {
  const [, value] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  if (value === undefined || parseKeyKind(value) === null) throw invalidKeyError();
  return lookUpKey(value, requestId);
}

/** The error for a key without the scope of an endpoint. */
export function scopeRequired(scopes: readonly KeyScope[], endpoint: Endpoint): ApiError {
  const scope = scopeFor(endpoint);
  const own = scopes.includes("everything") ? "Full access" : scopes.join(", ");
  const missing = `${own} ${scopes.length === 1 ? "doesn't" : "don't"} include it`;
  const message = `This needs a key with the scope ${scope}. ${missing}. An owner creates one in Settings › API keys.`;
  return new ApiError("scope_required", { scope, message });
}

/** Throws if a page in a browser sent the request. Browsers send no `Sec-Fetch-Site` without HTTPS, and servers also send `Origin`. */
function rejectFromPage({ headers }: Request): void {
  const isBrowser = headers.has("origin") && /^Mozilla\//.test(headers.get("user-agent") ?? "");
  if (isBrowser || headers.has("sec-fetch-site")) throw new ApiError("secret_key_in_browser");
}

/** Returns the credential of a public key. Throws `bad_key`. */
export async function authenticatePublicKey(value: string, requestId: string): Promise<Credential> {
  if (parseKeyKind(value) !== "public_key") throw invalidKeyError();
  return lookUpKey(value, requestId);
}

async function authenticateByCookie(request: Request, endpoint: Endpoint, requestId: string): Promise<AuthenticatedCaller> {
  const role = requiredRole(endpoint);
  const session = role === undefined ? null : await readSessionCookie(request.headers.get("cookie"));
  if (session === null) throw acceptsKeys(endpoint) ? invalidKeyError() : new ApiError("not_signed_in");
  const activeSession = await authenticateSession(getServices().connection.db, session);
  if (activeSession === null) throw new ApiError("not_signed_in");
  if (activeSession.needsSecondFactor && !isAllowedBeforeSetup(endpoint)) throw new ApiError("second_factor_setup_required");
  const actor = { kind: "staff", id: activeSession.staffId, sessionId: activeSession.sessionId } as const;
  const { projectId } = activeSession;
  if (role === undefined || !hasRole(activeSession.role, role)) {
    await recordRefusedAccess(createContext({ projectId, actor, requestId }), endpoint);
    throw new ApiError("role_required", role === undefined ? {} : { message: describeRequiredRole(role) });
  }
  return { actor, projectId, isCookieAuthenticated: true, key: null, role: activeSession.role };
}

/** Records that a staff member requested an endpoint that their role doesn't allow. */
export const recordRefusedAccess = (ctx: Context, { method, path }: Pick<Endpoint, "method" | "path">): Promise<void> =>
  recordSecurityEvent(ctx, { kind: "staff.access_refused", subject: ctx.actor.id ?? "", data: { endpoint: `${method} ${path}` } });

async function lookUpKey(value: string, requestId: string): Promise<Credential> {
  const hash = sha256Hex(value);
  const cached = keyCache.get(hash);
  const now = Date.now();
  if (cached && cached.expiresAt > now) return cached.credential;
  keyCache.delete(hash);
  const credential = await authenticateKey(getServices().connection.db, hash);
  if (credential === null) {
    const refused = await findRefusedKey(getServices().connection.db, hash);
    if (refused) {
      const { projectId, keyId: id, kind } = refused;
      await recordSecurityEvent(createContext({ projectId, actor: { kind, id }, requestId }), {
        kind: "key.refused",
        subject: id,
        data: {},
      });
    }
    throw invalidKeyError();
  }
  if (keyCache.size >= maxCachedKeys) keyCache.clear();
  keyCache.set(hash, { credential, expiresAt: now + cacheDurationMs });
  return credential;
}

const invalidKeyError = (): ApiError => new ApiError("bad_key", { headers: { "WWW-Authenticate": "Bearer" } });
