import { headers } from "next/headers";
import type { AuthOptions, CookiesOptions, User } from "next-auth";
import { sessionLifetime } from "@/contract/session";
import type { SessionKey } from "@/core/staff/sessions";
import { signInWithProvider } from "@/core/staff/sign-in";
import { authSecret } from "@/lib/env";
import { log } from "@/lib/log";
import { routes } from "@/lib/routes";
import { getSystemContext } from "@/server/context";
import { sessionClaims, sessionCookie } from "@/server/session-cookie";
import { configured } from "./providers";

/** Somebody whom a provider vouches for, and from then on the session that was begun for them. */
type Entering = User & { session?: SessionKey };

/** How next-auth signs staff in with identity providers: only those in the team or invited to it, by the address the provider has verified. */
export function options(): AuthOptions {
  return {
    providers: configured() as AuthOptions["providers"],
    secret: authSecret(),
    session: { strategy: "jwt", maxAge: sessionLifetime.maxDays * 24 * 3600 },
    cookies: cookies(),
    pages: { signIn: routes.signIn, error: routes.signIn, signOut: routes.signIn },
    callbacks: {
      async signIn({ user, account }) {
        if (!user.email || !account) return `${routes.signIn}?error=no_email`;
        const ctx = await getSystemContext();
        const entered = await signInWithProvider(
          ctx,
          { provider: account.provider, email: user.email, name: user.name ?? "" },
          await client(),
        );
        if (entered === null) return `${routes.signIn}?error=not_invited`;
        (user as Entering).session = entered.session;
        return true;
      },
      jwt({ token, user }) {
        const { session } = (user ?? {}) as Entering;
        return session ? sessionClaims(session) : token;
      },
      // Who is signed in, the database says: GET /api/session.
      session: () => ({ expires: "" }),
      // Asked twice: with the path that the page names, and with its own whole answer once the provider has led back.
      redirect({ url, baseUrl }) {
        const wanted = URL.parse(url, baseUrl);
        return wanted?.origin === new URL(baseUrl).origin ? wanted.href : baseUrl + routes.overview;
      },
    },
    logger: {
      // Its details hold tokens and addresses.
      error: (code) => log.error({ code }, "signing in by an identity provider failed"),
      warn: (code) => log.debug({ code }, "next-auth warns"),
      debug: () => {},
    },
  };
}

async function client() {
  const told = await headers();
  return { userAgent: told.get("user-agent") ?? "", ipAddress: told.get("x-forwarded-for") ?? "" };
}

/** All of next-auth's cookies under one rule with ours. */
function cookies(): Partial<CookiesOptions> {
  const session = sessionCookie();
  const more = (name: string) => ({ name: `${session.name}-${name}`, options: { ...session.options, maxAge: 900 } });
  return {
    sessionToken: session,
    callbackUrl: more("callback"),
    csrfToken: more("csrf"),
    pkceCodeVerifier: more("pkce"),
    state: more("state"),
    nonce: more("nonce"),
  };
}
