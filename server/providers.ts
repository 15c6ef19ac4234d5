import "server-only";
import { env } from "@/lib/env";

/** An identity provider that staff may sign in with, and how we are known to it. */
export type IdentityProvider = { id: "oidc" | "google" | "github"; name: string; issuer: string; clientId: string; clientSecret: string };

/** The identity providers that the environment names; it is checked there that each is named whole. */
export function identityProviders(): IdentityProvider[] {
  const given = env();
  const known = [
    {
      id: "oidc",
      name: given.OIDC_NAME,
      issuer: given.OIDC_ISSUER,
      clientId: given.OIDC_CLIENT_ID,
      clientSecret: given.OIDC_CLIENT_SECRET,
    },
    {
      id: "google",
      name: "Google",
      issuer: "https://accounts.google.com",
      clientId: given.GOOGLE_CLIENT_ID,
      clientSecret: given.GOOGLE_CLIENT_SECRET,
    },
    {
      id: "github",
      name: "GitHub",
      issuer: "https://github.com/login/oauth",
      clientId: given.GITHUB_CLIENT_ID,
      clientSecret: given.GITHUB_CLIENT_SECRET,
    },
  ] as const;
  return known.flatMap(({ issuer, clientId, clientSecret, ...which }) =>
    issuer && clientId && clientSecret ? [{ ...which, issuer, clientId, clientSecret }] : [],
  );
}

/** What pages show of them: never how we are known there. */
export const shownProviders = () => identityProviders().map(({ id, name }) => ({ id, name }));
