import "server-only";
import { env } from "@/lib/env";

/** An identity provider that staff may sign in with. */
export type Provider = { id: "oidc" | "github" | "google"; name: string };

/** The identity providers that the environment names. */
export function identityProviders(): Provider[] {
  const { OIDC_ISSUER, OIDC_NAME, GITHUB_CLIENT_ID, GOOGLE_CLIENT_ID } = env();
  const known: readonly (Provider & { given: string | undefined })[] = [
    { id: "oidc", name: OIDC_NAME, given: OIDC_ISSUER },
    { id: "google", name: "Google", given: GOOGLE_CLIENT_ID },
    { id: "github", name: "GitHub", given: GITHUB_CLIENT_ID },
  ];
  return known.filter(({ given }) => given !== undefined).map(({ id, name }) => ({ id, name }));
}
