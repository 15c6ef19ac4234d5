import type { Profile } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { TokenSet } from "openid-client";
import { type IdentityProvider, listIdentityProviders } from "@/server/providers";

/** A person from an identity provider. The email is null unless the provider has verified it. */
type Person = { id: string; name: string; email: string | null };

type OidcProfile = { sub: string; name?: string; email?: string; email_verified?: boolean };
type GithubProfile = { id: number; login: string; name: string | null; email: string | null };

const openId = ({ issuer, ...provider }: IdentityProvider): OAuthConfig<OidcProfile> => ({
  ...provider,
  type: "oauth",
  wellKnown: `${issuer}/.well-known/openid-configuration`,
  authorization: { params: { scope: "openid email profile" } },
  idToken: true,
  // Many issuers return the email only from the userinfo endpoint. It's used only for the subject of the ID token.
  userinfo: { request: async ({ client, tokens }) => (await client.userinfo(tokens as TokenSet)) as Profile },
  checks: ["pkce", "state", "nonce"],
  profile: ({ sub, name, email, email_verified }): Person => ({
    id: sub,
    name: name ?? "",
    email: email_verified === true ? (email ?? null) : null,
  }),
});

const github = (provider: IdentityProvider): OAuthConfig<GithubProfile> => ({
  ...provider,
  type: "oauth",
  authorization: { url: "https://github.com/login/oauth/authorize", params: { scope: "read:user user:email" } },
  token: "https://github.com/login/oauth/access_token",
  userinfo: { request: async ({ tokens }) => (await loadGithubProfile(tokens.access_token ?? "")) as unknown as Profile },
  checks: ["pkce", "state"],
  profile: ({ id, name, login, email }): Person => ({ id: String(id), name: name ?? login, email }),
});

/** Loads a profile with the primary verified email. The email of the public profile can be unverified. */
async function loadGithubProfile(token: string): Promise<GithubProfile> {
  const request = async <T>(path: string): Promise<T> => {
    const response = await fetch(`https://api.github.com${path}`, {
      headers: { Authorization: `Bearer ${token}`, Accept: "application/vnd.github+json" },
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`GitHub responded with status ${response.status}`);
    return (await response.json()) as T;
  };
  const [profile, emails] = await Promise.all([
    request<GithubProfile>("/user"),
    request<{ email: string; primary: boolean; verified: boolean }[]>("/user/emails"),
  ]);
  return { ...profile, email: emails.find(({ primary, verified }) => primary && verified)?.email ?? null };
}

/** Lists the identity providers in the form of next-auth. */
export const listOAuthProviders = (): OAuthConfig<OidcProfile | GithubProfile>[] =>
  listIdentityProviders().map(
    (provider) => (provider.id === "github" ? github(provider) : openId(provider)) as OAuthConfig<OidcProfile | GithubProfile>,
  );
