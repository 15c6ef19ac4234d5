// An app with Auth.js, for the tests of the gates.
import { createServer } from "node:http";
import { Auth } from "@auth/core";
import { callbacks } from "./gates/auth-js.js";

const { PORT, ISSUER, CLIENT_ID, CLIENT_SECRET } = process.env;
const [users, accounts, tokens, sessions, links] = [[], [], [], [], []];

const adapter = {
  createUser: async (user) => users[users.push(user) - 1],
  getUser: async (id) => users.find((user) => user.id === id) ?? null,
  getUserByEmail: async (email) => users.find((user) => user.email === email) ?? null,
  getUserByAccount: async ({ provider, providerAccountId }) => {
    const account = accounts.find((each) => each.provider === provider && each.providerAccountId === providerAccountId);
    return users.find(({ id }) => id === account?.userId) ?? null;
  },
  updateUser: async (change) =>
    Object.assign(
      users.find(({ id }) => id === change.id),
      change,
    ),
  linkAccount: async (account) => accounts[accounts.push(account) - 1],
  createVerificationToken: async (token) => tokens[tokens.push(token) - 1],
  useVerificationToken: async ({ identifier, token }) => {
    const index = tokens.findIndex((each) => each.identifier === identifier && each.token === token);
    return index === -1 ? null : tokens.splice(index, 1)[0];
  },
  createSession: async (session) => sessions[sessions.push(session) - 1],
};

const config = {
  trustHost: true,
  secret: "a secret of the tests with 32 characters",
  basePath: "/auth",
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
  if (!request.url.startsWith("/auth")) return response.end("A page of the app");
  let body = "";
  for await (const chunk of request) body += chunk;
  const { method, headers } = request;
  const answer = await Auth(new Request(`http://127.0.0.1:${PORT}${request.url}`, { method, headers, ...(body && { body }) }), config);
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (name !== "set-cookie") response.setHeader(name, value);
  response.setHeader("set-cookie", answer.headers.getSetCookie());
  response.end(await answer.text());
}).listen(Number(PORT), "127.0.0.1");
