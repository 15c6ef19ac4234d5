// Only people with a code can create an account. Hono on Cloudflare Workers, with the TypeScript client.
// GATEHOUSE, KEY and WEBHOOK_SECRET are variables and secrets of the Worker.
import { Gatehouse, isGatehouseError } from "@gatehouse/sdk";
import { Hono } from "hono";

/** In your database, such as D1: the account of each email, with the ID of the code that it was created with. */
const accounts = new Map();

// A person waits for the answer, so it is given up after some seconds.
const connect = ({ env }) => new Gatehouse({ url: env.GATEHOUSE, key: env.KEY, timeoutMs: 3_000, maxRetries: 1, maxRetryDelayMs: 1_000 });

/** What to answer if there is no claim. The message of an error about a claim is made for the person who signs up. */
function refuse(error, c) {
  const isAboutClaim = isGatehouseError(error) && error.status >= 400 && error.status < 500 && error.status !== 401;
  return isAboutClaim
    ? c.json({ message: error.message }, 422)
    : c.json({ message: "You can't sign up at the moment. Try again in a few minutes." }, 503);
}

const app = new Hono();
app.onError(refuse);

/** The person types their code into your form. Claims first, so that no account exists without a claim. */
app.post("/sign-up", async (c) => {
  const { email, code } = await c.req.json();
  const ip = c.req.header("cf-connecting-ip") ?? "127.0.0.1";
  const claim = await connect(c).codes.claim({ code, email, visitor: { ip } });
  // A claim proves that they have the code. Email them a link before the account can do anything.
  accounts.set(claim.email, { codeId: claim.claimedCode.id, emailVerified: false });
  return c.json({ message: "Welcome!" });
});

/** They claimed it on a page with the public key, which sends you the claim token. */
app.post("/exchange", async (c) => {
  // Pages of others can't send JSON to this server, so they can't create an account in someone's browser.
  if (c.req.header("content-type") !== "application/json") return c.json({ message: "Send JSON." }, 415);
  const { claimToken } = await c.req.json();
  const { lead, code, emailVerified } = await connect(c).claims.exchange({ claimToken });
  accounts.set(lead.email, { codeId: code.id, emailVerified });
  return c.json({ message: "Welcome!" });
});

/** Gatehouse says that a code was deleted. */
app.post("/hooks", async (c) => {
  const { headers } = c.req.raw;
  const event = await connect(c)
    .webhooks.verify(await c.req.text(), headers, c.env.WEBHOOK_SECRET)
    .catch(() => null);
  if (event === null) return c.json({ message: "This isn't from Gatehouse." }, 401);
  if (event.type === "code.deleted" && !event.test)
    for (const [email, { codeId }] of accounts) if (codeId === event.data.id) accounts.delete(email);
  return c.json({ message: "Done." });
});

app.get("/accounts", (c) => c.json({ message: `${accounts.size}` }));

export default app;
