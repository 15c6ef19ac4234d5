import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export type Issuer = { url: string; stop(): Promise<void> };

export const oidcClient = { id: "gatehouse", secret: "a secret between the issuer and Gatehouse" };

/** Starts an OpenID Connect issuer. The login name is the email, which is verified unless it begins with "unverified". Text after a # makes it another account with the same email. */
export async function startIssuer(redirectUri: string): Promise<Issuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    clients: [
      {
        client_id: oidcClient.id,
        client_secret: oidcClient.secret,
        redirect_uris: [redirectUri],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    pkce: { required: () => true },
    cookies: { keys: ["of the tests"] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id.replace(/#.*/, ""), email_verified: !id.startsWith("unverified"), name: "Ada from elsewhere" }),
    }),
  });
  server.on("request", provider.callback());
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
