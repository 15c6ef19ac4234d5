import "server-only";
import type { Client, Entered } from "@/core/staff/sessions";
import { cookieFor, noCookie } from "./session";

/** The browser that asks: where it is, and the cookie it keeps. */
export type Browser = {
  client: Client;
  /** Signs the browser in with what `entering` comes to; answers its reply. */
  keep<Reply>(entering: Promise<Entered<Reply>>): Promise<Reply>;
  /** Signs the browser out once `leaving` is done; answers what that answers. */
  forget<Reply>(leaving: Promise<Reply>): Promise<Reply>;
};

/** The browser behind a request whose answer will have these headers. */
export function browserOf(request: Request, headers: Headers): Browser {
  return {
    client: { userAgent: request.headers.get("user-agent") ?? "", address: addressOf(request) },
    async keep(entering) {
      const { session, reply } = await entering;
      headers.append("Set-Cookie", await cookieFor(session));
      return reply;
    },
    async forget(leaving) {
      const reply = await leaving;
      headers.append("Set-Cookie", noCookie());
      return reply;
    },
  };
}

/** The client's address, as the server in front of the doors made it out (start/client-address.ts). */
export const addressOf = (request: Request): string => request.headers.get("x-forwarded-for")?.split(",")[0]?.trim() ?? "";
