import { decode, encode } from "next-auth/jwt";
import { sessionLifetime } from "@/contract/limits";
import { passkeyChallengeSeconds } from "@/contract/passkeys";
import { knownBrowserLifetime } from "@/core/staff/known-browser";
import type { SessionKey } from "@/core/staff/sessions";
import { authSecret, authSecrets, env } from "@/lib/env";
import { routes } from "@/lib/routes";

const maxAgeSeconds = sessionLifetime.maxDays * 24 * 3600;

const isSecure = (): boolean => env().APP_URL.startsWith("https:");

/** The name of a cookie of this installation. Browsers send cookies to all ports of a host, so installations there need different names. */
const cookieName = (name: string, prefix = "__Host-"): string => `${isSecure() ? prefix : ""}${env().COOKIE_NAME}-${name}`;

/** Returns the name and options of the session cookie. */
export const sessionCookie = () => ({
  name: cookieName("session"),
  options: { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure() } as const,
});

/** Reads the session from a `Cookie` header. Returns null if there is no valid cookie. Check in the database whether the session is active. */
export async function readSessionCookie(cookies: string | null): Promise<SessionKey | null> {
  const value = findCookieValue(cookies, sessionCookie().name);
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

function findCookieValue(cookies: string | null, name: string): string | null {
  const cookie = cookies?.split(";").find((pair) => pair.trimStart().startsWith(`${name}=`));
  return cookie?.slice(cookie.indexOf("=") + 1).trim() || null;
}

/** Returns the claims of the cookie's token. */
export const sessionClaims = ({ projectId, sessionId }: SessionKey) => ({ pid: projectId, sid: sessionId });

/** Creates the `Set-Cookie` header for a new session. */
export async function createSessionCookie(session: SessionKey): Promise<string> {
  const value = await encode({ token: sessionClaims(session), secret: authSecret(), maxAge: maxAgeSeconds });
  return serializeCookie(sessionCookie().name, value, maxAgeSeconds);
}

/** Creates the `Set-Cookie` header that deletes the session cookie. */
export const clearSessionCookie = (): string => serializeCookie(sessionCookie().name, "", 0);

/** The cookie of a browser that has signed in before, which survives signing out. */
const knownBrowserCookieName = (): string => cookieName("browser");

/** Reads the cookie of a browser that has signed in before (core/staff/known-browser.ts). */
export const readKnownBrowserCookie = (cookies: string | null): string | undefined =>
  findCookieValue(cookies, knownBrowserCookieName()) ?? undefined;

/** Creates the `Set-Cookie` header that marks a browser as one that has signed in before. */
export const createKnownBrowserCookie = (knownBrowser: string): string =>
  serializeCookie(knownBrowserCookieName(), knownBrowser, knownBrowserLifetime);

const passkeyCookieName = (): string => `${sessionCookie().name}-passkey`;

/** Reads the token of the browser's passkey challenge from a `Cookie` header. */
export const readPasskeyCookie = (cookies: string | null): string | null => findCookieValue(cookies, passkeyCookieName());

/** Creates the `Set-Cookie` header for the token of a passkey challenge. */
export const createPasskeyCookie = (token: string): string => serializeCookie(passkeyCookieName(), token, passkeyChallengeSeconds);

/** The pages that are opened with a link with a token. */
export const linkPages = [routes.setup, routes.resetPassword, routes.invitation] as const;
export type LinkPage = (typeof linkPages)[number];

const linkMaxAgeSeconds = 30 * 60;

// Without the prefix __Host-, which would send the cookie to all pages.
const linkCookieName = (): string => cookieName("link", "__Secure-");

/** Reads the token of the link that opened a page from a `Cookie` header. */
export const readLinkCookie = (cookies: string | null): string | null => findCookieValue(cookies, linkCookieName());

/** Creates the `Set-Cookie` header for the token of a link, which only its page receives. A malformed token replaces an earlier one, too. */
export const createLinkCookie = (page: LinkPage, token: string): string =>
  /^[\w-]{1,200}$/.test(token) ? serializeCookie(linkCookieName(), token, linkMaxAgeSeconds, page) : clearLinkCookie(page);

/** Creates the `Set-Cookie` header that deletes the token of a link. */
export const clearLinkCookie = (page: LinkPage): string => serializeCookie(linkCookieName(), "", 0, page);

function serializeCookie(name: string, value: string, maxAge: number, path: string = sessionCookie().options.path): string {
  const { options } = sessionCookie();
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${options.secure ? "; Secure" : ""}`;
}
