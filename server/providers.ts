import type { ProviderId } from "@/contract/enums";
import type { Context } from "@/core/context";
import { getSignInSettings } from "@/core/staff/sign-in-settings";
import { env } from "@/lib/env";

/** An identity provider for staff sign-in, with our client credentials. */
export type IdentityProvider = { id: ProviderId; name: string; issuer: string; clientId: string; clientSecret: string };

/** Lists the identity providers that are set in the environment, which has been validated at startup. */
export function listIdentityProviders(): IdentityProvider[] {
  const settings = env();
  const providers = [
    {
      id: "oidc",
      name: settings.OIDC_NAME,
      issuer: settings.OIDC_ISSUER,
      clientId: settings.OIDC_CLIENT_ID,
      clientSecret: settings.OIDC_CLIENT_SECRET,
    },
    {
      id: "google",
      name: "Google",
      issuer: "https://accounts.google.com",
      clientId: settings.GOOGLE_CLIENT_ID,
      clientSecret: settings.GOOGLE_CLIENT_SECRET,
    },
    {
      id: "github",
      name: "GitHub",
      issuer: "https://github.com/login/oauth",
      clientId: settings.GITHUB_CLIENT_ID,
      clientSecret: settings.GITHUB_CLIENT_SECRET,
    },
  ] as const;
  return providers.flatMap(({ issuer, clientId, clientSecret, ...provider }) =>
    issuer && clientId && clientSecret ? [{ ...provider, issuer, clientId, clientSecret }] : [],
  );
}

/** Lists the identity providers without credentials, for pages. */
export const listProviderNames = () => listIdentityProviders().map(({ id, name }) => ({ id, name }));

/** Lists the identity providers that staff can sign in with, for pages. */
export async function listEnabledProviders(ctx: Context) {
  const providers = listProviderNames();
  if (providers.length === 0) return [];
  const { disabledProviders } = await getSignInSettings(ctx);
  return providers.filter(({ id }) => !disabledProviders.includes(id));
}
