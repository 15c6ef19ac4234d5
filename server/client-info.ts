import type { Client, SessionKey, SignInResult } from "@/core/staff/sessions";
import { clearSessionCookie, createPasskeyCookie, createSessionCookie, readPasskeyCookie, readSessionCookie } from "./session-cookie";

/** The client of a request, and its session cookie. */
export type ClientInfo = {
  client: Client;
  /** The token of the browser's passkey challenge, or null without one. */
  passkeyToken: string | null;
  /** Reads the session cookie, which can belong to a sign-in that isn't finished. */
  readSession(): Promise<SessionKey | null>;
  /** Sets the cookie of a new passkey challenge and returns the reply. */
  rememberPasskeyToken<Reply>(result: Promise<{ browserToken: string; reply: Reply }>): Promise<Reply>;
  /** Sets the session cookie from a sign-in result and returns its reply. */
  signIn<Reply>(result: Promise<SignInResult<Reply>>): Promise<Reply>;
  /** Clears the session cookie after `result` succeeds. */
  signOut<Reply>(result: Promise<Reply>): Promise<Reply>;
};

/** Returns the client of a request. Cookies are added to `headers`, the headers of the response. */
export function getClientInfo(request: Request, headers: Headers): ClientInfo {
  return {
    client: { userAgent: request.headers.get("user-agent") ?? "", ipAddress: getClientIp(request) },
    passkeyToken: readPasskeyCookie(request.headers.get("cookie")),
    readSession: () => readSessionCookie(request.headers.get("cookie")),
    async rememberPasskeyToken(result) {
      const { browserToken, reply } = await result;
      headers.append("Set-Cookie", createPasskeyCookie(browserToken));
      return reply;
    },
    async signIn(result) {
      const { session, reply } = await result;
      headers.append("Set-Cookie", await createSessionCookie(session));
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
