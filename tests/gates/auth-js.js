// An app with Auth.js, for the tests of the gates.
import { createServer } from "node:http";
import { Auth } from "@auth/core";
import { callbacks } from "./gates/auth-js.js";
import { adapter, links, users } from "./memory-adapter.js";

const { PORT, ISSUER, CLIENT_ID, CLIENT_SECRET } = process.env;
const config = {
  trustHost: true,
  secret: "a secret of the tests with 32 characters",
  basePath: "/api/auth",
  adapter,
  session: { strategy: "jwt" },
  callbacks,
  logger: { error() {}, warn() {}, debug() {} },
  providers: [
    {
      id: "oidc",
      name: "a provider",
      type: "oidc",
      issuer: ISSUER,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      // The issuer of the tests returns the email from its userinfo endpoint.
      idToken: false,
      checks: ["pkce", "state"],
    },
    { id: "email", name: "Email", type: "email", from: "app@example.org", sendVerificationRequest: async ({ url }) => links.push(url) },
  ],
};

createServer(async (request, response) => {
  if (request.url === "/users") return response.end(JSON.stringify({ users: users.map(({ email }) => email), links }));
  if (!request.url.startsWith("/api/auth")) return response.end("A page of the app");
  let body = "";
  for await (const chunk of request) body += chunk;
  const { method, headers } = request;
  const answer = await Auth(new Request(`http://127.0.0.1:${PORT}${request.url}`, { method, headers, ...(body && { body }) }), config);
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (name !== "set-cookie") response.setHeader(name, value);
  response.setHeader("set-cookie", answer.headers.getSetCookie());
  response.end(await answer.text());
}).listen(Number(PORT), "127.0.0.1");
