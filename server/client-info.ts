import type { Context } from "@/core/context";
import { createKnownBrowser } from "@/core/staff/known-browser";
import { type Client, renewSession, revokeReplacedSession, type SessionKey, type SignInResult } from "@/core/staff/sessions";
import {
  clearLinkCookie,
  clearSessionCookie,
  createKnownBrowserCookie,
  createPasskeyCookie,
  createSessionCookie,
  type LinkPage,
  readKnownBrowserCookie,
  readPasskeyCookie,
  readSessionCookie,
} from "./session-cookie";

/** The client of a request, and its session cookie. */
export type ClientInfo = {
  client: Client;
  /** The token of the browser's passkey challenge, or null without one. */
  passkeyToken: string | null;
  /** Reads the session cookie, which can belong to a sign-in that isn't finished. */
  readSession(): Promise<SessionKey | null>;
  /** Sets the cookie of a new passkey challenge and returns the reply. */
  rememberPasskeyToken<Reply>(result: Promise<{ browserToken: string; reply: Reply }>): Promise<Reply>;
  /**
   * Sets the session cookie from a sign-in result, marks the browser as one that has signed in, revokes the session that it had before, and
   * returns the reply.
   */
  signIn<Reply>(result: Promise<SignInResult<Reply>>): Promise<Reply>;
  /** Renews the session after `result`, which changes how the staff member signs in, succeeds. */
  renewSession<Reply>(result: Promise<Reply>): Promise<Reply>;
  /** Clears the session cookie after `result` succeeds. */
  signOut<Reply>(result: Promise<Reply>): Promise<Reply>;
  /** Clears the cookie with the token of a page's link after `result`, which uses the token, succeeds. */
  useLink<Reply>(page: LinkPage, result: Promise<Reply>): Promise<Reply>;
};

/** Returns the client of a request. Cookies are added to `headers`, the headers of the response. */
export function getClientInfo(ctx: Context, request: Request, headers: Headers): ClientInfo {
  const setSession = async (session: SessionKey) => {
    headers.append("Set-Cookie", await createSessionCookie(session));
    headers.append("Set-Cookie", createKnownBrowserCookie(await createKnownBrowser(ctx.db, session)));
  };
  const knownBrowser = readKnownBrowserCookie(request.headers.get("cookie"));
  return {
    client: { userAgent: request.headers.get("user-agent") ?? "", ipAddress: getClientIp(request), knownBrowser },
    passkeyToken: readPasskeyCookie(request.headers.get("cookie")),
    readSession: () => readSessionCookie(request.headers.get("cookie")),
    async rememberPasskeyToken(result) {
      const { browserToken, reply } = await result;
      headers.append("Set-Cookie", createPasskeyCookie(browserToken));
      return reply;
    },
    async signIn(result) {
      const { session, reply } = await result;
      await revokeReplacedSession(ctx.db, await readSessionCookie(request.headers.get("cookie")), session);
      await setSession(session);
      return reply;
    },
    async renewSession(result) {
      const reply = await result;
      await setSession(await renewSession(ctx));
      return reply;
    },
    async signOut(result) {
      const reply = await result;
      headers.append("Set-Cookie", clearSessionCookie());
      return reply;
    },
    async useLink(page, result) {
      const reply = await result;
      headers.append("Set-Cookie", clearLinkCookie(page));
      return reply;
    },
  };
}

/** Returns the client's IP address, which the server puts into the header (server/http/request.ts). */
export const getClientIp = (request: Request): string => request.headers.get("x-forwarded-for")?.split(",")[0]?.trim() ?? "";
