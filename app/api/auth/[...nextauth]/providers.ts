import type { Profile } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { TokenSet } from "openid-client";
import { type IdentityProvider, listIdentityProviders } from "@/server/providers";

/** What every provider tells of a person in the end: an address only where the provider has verified it. */
export type Person = { id: string; name: string; email: string | null };

type OidcProfile = { sub: string; name?: string; email?: string; email_verified?: boolean };
type GithubProfile = { id: number; login: string; name: string | null; email: string | null };

const openId = ({ issuer, ...known }: IdentityProvider): OAuthConfig<OidcProfile> => ({
  ...known,
  type: "oauth",
  wellKnown: `${issuer}/.well-known/openid-configuration`,
  authorization: { params: { scope: "openid email profile" } },
  idToken: true,
  // Many issuers put the address into the answer about the user only. It is taken for the person of the id token alone.
  userinfo: { request: async ({ client, tokens }) => (await client.userinfo(tokens as TokenSet)) as Profile },
  checks: ["pkce", "state", "nonce"],
  profile: ({ sub, name, email, email_verified }): Person => ({
    id: sub,
    name: name ?? "",
    email: email_verified === true ? (email ?? null) : null,
  }),
});

const github = (known: IdentityProvider): OAuthConfig<GithubProfile> => ({
  ...known,
  type: "oauth",
  authorization: { url: "https://github.com/login/oauth/authorize", params: { scope: "read:user user:email" } },
  token: "https://github.com/login/oauth/access_token",
  userinfo: { request: async ({ tokens }) => (await githubProfile(tokens.access_token ?? "")) as unknown as Profile },
  checks: ["pkce", "state"],
  profile: ({ id, name, login, email }): Person => ({ id: String(id), name: name ?? login, email }),
});

/** The profile with the address that GitHub calls primary and verified; the one on the public profile need be neither. */
async function githubProfile(token: string): Promise<GithubProfile> {
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`https://api.github.com${path}`, {
      headers: { Authorization: `Bearer ${token}`, Accept: "application/vnd.github+json" },
      signal: AbortSignal.timeout(10_000),
    });
    if (!answer.ok) throw new Error(`GitHub answered ${answer.status}`);
    return (await answer.json()) as T;
  };
  const [profile, emails] = await Promise.all([
    ask<GithubProfile>("/user"),
    ask<{ email: string; primary: boolean; verified: boolean }[]>("/user/emails"),
  ]);
  return { ...profile, email: emails.find(({ primary, verified }) => primary && verified)?.email ?? null };
}

/** The identity providers of the environment, as next-auth takes them. */
export const configured = (): OAuthConfig<OidcProfile | GithubProfile>[] =>
  listIdentityProviders().map(
    (known) => (known.id === "github" ? github(known) : openId(known)) as OAuthConfig<OidcProfile | GithubProfile>,
  );
