import { decode, encode } from "next-auth/jwt";
import { sessionLifetime } from "@/contract/session";
import type { SessionKey } from "@/core/staff/sessions";
import { authSecret, authSecrets, env } from "@/lib/env";

const maxAgeSeconds = sessionLifetime.maxDays * 24 * 3600;

const isSecure = (): boolean => env().APP_URL.startsWith("https:");

/** Returns the name and options of the session cookie. */
export const sessionCookie = () => ({
  name: isSecure() ? "__Host-gatehouse-session" : "gatehouse-session",
  options: { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure() } as const,
});

/** Reads the session from a `Cookie` header. Returns null if there is no valid cookie. Check in the database whether the session is active. */
export async function readSessionCookie(cookies: string | null): Promise<SessionKey | null> {
  const value = findCookieValue(cookies);
  if (value === null) return null;
  const { pid, sid } = (await decodeWithAnySecret(value)) ?? {};
  return typeof pid === "number" && typeof sid === "string" ? { projectId: pid, sessionId: sid } : null;
}

async function decodeWithAnySecret(token: string) {
  for (const secret of authSecrets()) {
    const claims = await decode({ token, secret }).catch(() => null);
    if (claims !== null) return claims;
  }
  return null;
}

function findCookieValue(cookies: string | null): string | null {
  const { name } = sessionCookie();
  const cookie = cookies?.split(";").find((pair) => pair.trimStart().startsWith(`${name}=`));
  return cookie?.slice(cookie.indexOf("=") + 1).trim() || null;
}

/** Returns the claims of the cookie's token. */
export const sessionClaims = ({ projectId, sessionId }: SessionKey) => ({ pid: projectId, sid: sessionId });

/** Creates the `Set-Cookie` header for a new session. */
export async function createSessionCookie(session: SessionKey): Promise<string> {
  return serializeCookie(await encode({ token: sessionClaims(session), secret: authSecret(), maxAge: maxAgeSeconds }), maxAgeSeconds);
}

/** Creates the `Set-Cookie` header that deletes the session cookie. */
export const clearSessionCookie = (): string => serializeCookie("", 0);

function serializeCookie(value: string, maxAge: number): string {
  const { name, options } = sessionCookie();
  return `${name}=${value}; Path=${options.path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${options.secure ? "; Secure" : ""}`;
}
