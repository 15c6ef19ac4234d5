// Only people with a code can create an account. Express, with the TypeScript client.
import { Gatehouse, isGatehouseError } from "@gatehouse/sdk";
import express from "express";

const { GATEHOUSE = "http://localhost:3000", KEY = "", WEBHOOK_SECRET = "", PORT = "4000" } = process.env;
// A person waits for the answer, so it is given up after some seconds.
const gatehouse = new Gatehouse({ url: GATEHOUSE, key: KEY, timeoutMs: 3_000, maxRetries: 1, maxRetryDelayMs: 1_000 });

/** In your database: the account of each email, with the ID of the code that it was created with. */
const accounts = new Map();

const app = express();
const answer = (response, status, message) => response.status(status).json({ message });

/** Says why there is no account. The message of an error about a claim is made for the person who signs up. */
function refuse(response, error) {
  const isAboutClaim = isGatehouseError(error) && error.status >= 400 && error.status < 500 && error.status !== 401;
  if (isAboutClaim) answer(response, 422, error.message);
  else answer(response, 503, "You can't sign up at the moment. Try again in a few minutes.");
}

/** The person types their code into your form. Claims first, so that no account exists without a claim. */
app.post("/sign-up", express.json(), async (request, response) => {
  const { code, email } = request.body ?? {};
  try {
    // Behind a proxy, `request.ip` needs Express's setting "trust proxy".
    const claim = await gatehouse.codes.claim({ code, email, visitor: { ip: request.ip ?? "" } });
    // A claim proves that they have the code. Email them a link before the account can do anything.
    accounts.set(claim.email, { codeId: claim.claimedCode.id, emailVerified: false });
    answer(response, 200, "Welcome!");
  } catch (error) {
    refuse(response, error);
  }
});

/** They claimed it on a page with the public key, which sends you the claim token. */
app.post("/exchange", express.json(), async (request, response) => {
  // Pages of others can't send JSON to this server, so they can't create an account in someone's browser.
  if (!request.is("application/json")) return answer(response, 415, "Send JSON.");
  try {
    const { lead, code, emailVerified } = await gatehouse.claims.exchange({ claimToken: request.body.claimToken });
    accounts.set(lead.email, { codeId: code.id, emailVerified });
    answer(response, 200, "Welcome!");
  } catch (error) {
    refuse(response, error);
  }
});

/** Gatehouse says that a code was deleted. The signature is of the body as it was sent. */
app.post("/hooks", express.text({ type: () => true, limit: "1mb" }), async (request, response) => {
  const body = typeof request.body === "string" ? request.body : "";
  const event = await gatehouse.webhooks.verify(body, request.headers, WEBHOOK_SECRET).catch(() => null);
  if (event === null) return answer(response, 401, "This isn't from Gatehouse.");
  if (event.type === "code.deleted" && !event.test)
    for (const [email, { codeId }] of accounts) if (codeId === event.data.id) accounts.delete(email);
  answer(response, 200, "Done.");
});

app.get("/accounts", (_request, response) => answer(response, 200, `${accounts.size}`));

// A body that is no JSON, or too large.
app.use((error, _request, response, _next) => answer(response, error.status ?? 503, "This request can't be read."));

app.listen(Number(PORT), "127.0.0.1");
