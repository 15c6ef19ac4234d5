import type { CurrentSession } from "@/contract/session";
import { createKnownBrowser } from "@/core/staff/known-browser";
import type { Client, SignInResult } from "@/core/staff/sessions";
import { clearSessionCookie, createKnownBrowserCookie, createSessionCookie, readKnownBrowserCookie } from "./session-cookie";

/** The client of a request, and its session cookie. */
export type ClientInfo = {
  client: Client;
  /** Sets the session cookie from a sign-in result, marks the browser as one that has signed in, and returns the reply. */
  signIn<Reply extends CurrentSession>(result: Promise<SignInResult<Reply>>): Promise<Reply>;
  /** Clears the session cookie after `result` succeeds. */
  signOut<Reply>(result: Promise<Reply>): Promise<Reply>;
};

/** Returns the client of a request. Cookies are added to `headers`, the headers of the response. */
export function getClientInfo(request: Request, headers: Headers): ClientInfo {
  const knownBrowser = readKnownBrowserCookie(request.headers.get("cookie"));
  return {
    client: { userAgent: request.headers.get("user-agent") ?? "", ipAddress: getClientIp(request), knownBrowser },
    async signIn(result) {
      const { session, reply } = await result;
      headers.append("Set-Cookie", await createSessionCookie(session));
      const account = { projectId: session.projectId, email: reply.staff.email };
      headers.append("Set-Cookie", createKnownBrowserCookie(createKnownBrowser(account, knownBrowser)));
      return reply;
    },
    async signOut(result) {
      const reply = await result;
      headers.append("Set-Cookie", clearSessionCookie());
      return reply;
    },
  };
}

/** Returns the client's IP address, which the server puts into the header (server/http/request.ts). */
export const getClientIp = (request: Request): string => request.headers.get("x-forwarded-for")?.split(",")[0]?.trim() ?? "";
