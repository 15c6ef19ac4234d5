import "server-only";
import { decode, encode } from "next-auth/jwt";
import { sessionLife } from "@/contract/session";
import type { SessionKey } from "@/core/staff/sessions";
import { authSecret, env } from "@/lib/env";

const seconds = sessionLife.mostDays * 24 * 3600;

const isSecure = (): boolean => env().APP_URL.startsWith("https:");

/** The cookie that names a session: out of reach of scripts, of other sites' writes, and under https of other hosts. */
export const sessionCookie = () => ({
  name: isSecure() ? "__Host-gatehouse-session" : "gatehouse-session",
  options: { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure() } as const,
});

/** The session that a `Cookie` header names, or null where it names none that we made. Whether it is alive the database says. */
export async function sessionIn(cookies: string | null): Promise<SessionKey | null> {
  const value = valueIn(cookies);
  if (value === null) return null;
  const token = await decode({ token: value, secret: authSecret() }).catch(() => null);
  const { pid, sid } = token ?? {};
  return typeof pid === "number" && typeof sid === "string" ? { projectId: pid, sessionId: sid } : null;
}

function valueIn(cookies: string | null): string | null {
  const { name } = sessionCookie();
  const found = cookies?.split(";").find((each) => each.trimStart().startsWith(`${name}=`));
  return found?.slice(found.indexOf("=") + 1).trim() || null;
}

/** What next-auth writes into the cookie's token. */
export const claimsOf = ({ projectId, sessionId }: SessionKey) => ({ pid: projectId, sid: sessionId });

/** The `Set-Cookie` header that signs a browser in. */
export async function cookieFor(session: SessionKey): Promise<string> {
  return written(await encode({ token: claimsOf(session), secret: authSecret(), maxAge: seconds }), seconds);
}

/** The `Set-Cookie` header that signs a browser out. */
export const noCookie = (): string => written("", 0);

function written(value: string, maxAge: number): string {
  const { name, options } = sessionCookie();
  return `${name}=${value}; Path=${options.path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${options.secure ? "; Secure" : ""}`;
}
