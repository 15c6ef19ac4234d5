import { headers } from "next/headers";
import type { AuthOptions, CookiesOptions, User } from "next-auth";
import { sessionLifetime } from "@/contract/limits";
import { revokeReplacedSession, type SessionKey } from "@/core/staff/sessions";
import { ProviderRefusal, signInWithProvider } from "@/core/staff/sign-in";
import { authSecret } from "@/lib/env";
import { log } from "@/lib/log";
import { routes } from "@/lib/routes";
import { getSystemContext } from "@/server/context";
import { listIdentityProviders } from "@/server/providers";
import { readSessionCookie, sessionClaims, sessionCookie } from "@/server/session-cookie";
import { listOAuthProviders } from "./providers";

/** A person from an identity provider, with their session after sign-in. */
type ProviderUser = User & { session?: SessionKey };

/** The next-auth options for identity providers. Only people on the team or invited to it can sign in, with an email that the provider has verified. */
export function options(): AuthOptions {
  return {
    providers: listOAuthProviders() as AuthOptions["providers"],
    secret: authSecret(),
    session: { strategy: "jwt", maxAge: sessionLifetime.maxDays * 24 * 3600 },
    cookies: cookies(),
    pages: { signIn: routes.signIn, error: routes.signIn, signOut: routes.signIn },
    callbacks: {
      async signIn({ user, account }) {
        if (!user.email || !account) return `${routes.signIn}?error=no_email`;
        const { provider, providerAccountId: subject } = account;
        const issuer = listIdentityProviders().find(({ id }) => id === provider)?.issuer ?? "";
        const identity = { provider, issuer, subject, email: user.email, name: user.name ?? "" };
        const result = await signInWithProvider(await getSystemContext(), identity, await getClient()).catch((error: unknown) => {
          if (error instanceof ProviderRefusal) return error;
          throw error;
        });
        if (result instanceof ProviderRefusal) return `${routes.signIn}?error=${result.reason}`;
        if (result === null) return `${routes.signIn}?error=not_invited`;
        const replaced = await readSessionCookie((await headers()).get("cookie"));
        await revokeReplacedSession((await getSystemContext()).db, replaced, result.session);
        (user as ProviderUser).session = result.session;
        return true;
      },
      jwt({ token, user }) {
        const { session } = (user ?? {}) as ProviderUser;
        return session ? sessionClaims(session) : token;
      },
      // The session is in the database (GET /api/session).
      session: () => ({ expires: "" }),
      // Called with the path from the page, and again with its own result after the provider redirects back.
      redirect({ url, baseUrl }) {
        const target = URL.parse(url, baseUrl);
        return target?.origin === new URL(baseUrl).origin ? target.href : baseUrl + routes.overview;
      },
    },
    logger: {
      // The details contain tokens and emails.
      error: (code) => log.error({ code }, "sign-in with an identity provider failed"),
      warn: (code) => log.debug({ code }, "next-auth warning"),
      debug: () => {},
    },
  };
}

async function getClient() {
  const requestHeaders = await headers();
  return { userAgent: requestHeaders.get("user-agent") ?? "", ipAddress: requestHeaders.get("x-forwarded-for") ?? "" };
}

/** Gives all next-auth cookies the options of our session cookie. */
function cookies(): Partial<CookiesOptions> {
  const session = sessionCookie();
  const cookie = (name: string) => ({ name: `${session.name}-${name}`, options: { ...session.options, maxAge: 900 } });
  return {
    sessionToken: session,
    callbackUrl: cookie("callback"),
    csrfToken: cookie("csrf"),
    pkceCodeVerifier: cookie("pkce"),
    state: cookie("state"),
    nonce: cookie("nonce"),
  };
}
