// An app with Better Auth, for the tests of the gates.
import { createServer } from "node:http";
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { toNodeHandler } from "better-auth/node";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { databaseHooks } from "./gates/better-auth.js";

const { PORT, ISSUER, CLIENT_ID, CLIENT_SECRET } = process.env;
const database = { user: [], session: [], account: [], verification: [] };
const baseURL = `http://127.0.0.1:${PORT}`;
const links = [];

const auth = betterAuth({
  baseURL,
  secret: "a secret of the tests with 32 characters",
  database: memoryAdapter(database),
  databaseHooks,
  emailAndPassword: { enabled: true, requireEmailVerification: true },
  emailVerification: { sendOnSignUp: true, sendVerificationEmail: async ({ url }) => links.push(url) },
  plugins: [
    genericOAuth({
      config: [
        {
          providerId: "oidc",
          clientId: CLIENT_ID,
          clientSecret: CLIENT_SECRET,
          discoveryUrl: `${ISSUER}/.well-known/openid-configuration`,
          scopes: ["openid", "email", "profile"],
          pkce: true,
        },
      ],
    }),
  ],
});

const page = `<!doctype html><title>Sign up</title>
<form><label>Email <input name="email"></label><label>Password <input name="password" type="password"></label><button>Sign up</button></form>
<button id="oauth">Continue with a provider</button><p role="status"></p>
<script type="module">
  const post = (path, body) => fetch("/api/auth" + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
    .then(async (response) => ({ status: response.status, ...(await response.json()) }));
  const status = document.querySelector("[role=status]");
  document.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const reply = await post("/sign-up/email", { ...Object.fromEntries(new FormData(event.target)), name: "Ada" });
    status.textContent = reply.status + " " + (reply.message ?? "Welcome!");
  });
  document.querySelector("#oauth").addEventListener("click", async () => {
    const reply = await post("/sign-in/social", { provider: "oidc", callbackURL: "/welcome", errorCallbackURL: "/error" });
    if (reply.url) location.href = reply.url; else status.textContent = JSON.stringify(reply);
  });
</script>`;

const handle = toNodeHandler(auth);
createServer((request, response) => {
  if (request.url.startsWith("/api/auth")) return handle(request, response);
  if (request.url === "/users") return response.end(JSON.stringify({ users: database.user.map(({ email }) => email), links }));
  response.writeHead(200, { "content-type": "text/html" }).end(page);
}).listen(Number(PORT), "127.0.0.1");
