// An app with next-auth 4, for the tests of the gates.
import { createServer } from "node:http";
import NextAuth from "next-auth";
import { callbacks } from "./gates/auth-js.js";
import { adapter, links, users } from "./memory-adapter.js";

const { PORT, ISSUER, CLIENT_ID, CLIENT_SECRET } = process.env;

const options = {
  secret: "a secret of the tests with 32 characters",
  adapter,
  session: { strategy: "jwt" },
  callbacks,
  logger: { error() {}, warn() {}, debug() {} },
  providers: [
    {
      id: "oidc",
      name: "a provider",
      type: "oauth",
      wellKnown: `${ISSUER}/.well-known/openid-configuration`,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      checks: ["pkce", "state"],
      // The issuer of the tests returns the email from its userinfo endpoint.
      userinfo: { request: ({ client, tokens }) => client.userinfo(tokens.access_token) },
      authorization: { params: { scope: "openid email profile" } },
      profile: ({ sub, email, name }) => ({ id: sub, email, name }),
    },
    { id: "email", name: "Email", type: "email", from: "app@example.org", sendVerificationRequest: async ({ url }) => links.push(url) },
  ],
};

createServer(async (request, response) => {
  const url = new URL(request.url, `http://127.0.0.1:${PORT}`);
  if (url.pathname === "/users") return response.end(JSON.stringify({ users: users.map(({ email }) => email), links }));
  if (!url.pathname.startsWith("/api/auth")) return response.end("A page of the app");
  let body = "";
  for await (const chunk of request) body += chunk;
  // What Next.js adds to the request and the response of an API route.
  request.query = { ...Object.fromEntries(url.searchParams), nextauth: url.pathname.split("/").slice(3) };
  request.cookies = Object.fromEntries(
    (request.headers.cookie ?? "").split("; ").map((pair) => pair.split("=", 2).map(decodeURIComponent)),
  );
  request.body = Object.fromEntries(new URLSearchParams(body));
  response.status = (status) => Object.assign(response, { statusCode: status });
  response.send = (text) => response.end(text);
  response.json = (value) => response.end(JSON.stringify(value));
  response.redirect = (status, to) => response.writeHead(status, { location: to }).end();
  await (NextAuth.default ?? NextAuth)(request, response, options);
}).listen(Number(PORT), "127.0.0.1");
