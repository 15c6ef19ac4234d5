// Only people with a code can create an account. Node.js, with the TypeScript client.
import { createServer } from "node:http";
import { Gatehouse, isGatehouseError } from "@gatehouse/sdk";

const { GATEHOUSE = "http://localhost:3000", KEY = "", WEBHOOK_SECRET = "", PORT = "4000" } = process.env;
// A person waits for the answer, so it is given up after some seconds.
const gatehouse = new Gatehouse({ url: GATEHOUSE, key: KEY, timeoutMs: 3_000, maxRetries: 1, maxRetryDelayMs: 1_000 });

/** In your database: the account of each email, with the ID of the code that it was created with. */
const accounts = new Map();

const away = { status: 503, message: "You can't sign up at the moment. Try again in a few minutes." };

/** What to answer if there is no claim. The message of an error about a claim is made for the person who signs up. */
function refuse(error) {
  const isAboutClaim = isGatehouseError(error) && error.status >= 400 && error.status < 500 && error.status !== 401;
  return isAboutClaim ? { status: 422, message: error.message } : away;
}

const routes = {
  /** The person types their code into your form. Claims first, so that no account exists without a claim. */
  async "POST /sign-up"(request, body) {
    const { email, code } = JSON.parse(body);
    try {
      // Behind a proxy, take the address from the header that your proxy sets.
      const claim = await gatehouse.codes.claim({ code, email, visitor: { ip: request.socket.remoteAddress ?? "" } });
      // A claim proves that they have the code. Email them a link before the account can do anything.
      accounts.set(claim.email, { codeId: claim.claimedCode.id, emailVerified: false });
      return { status: 200, message: "Welcome!" };
    } catch (error) {
      return refuse(error);
    }
  },

  /** They claimed it on a page with the public key, which sends you the claim token. */
  async "POST /exchange"(request, body) {
    // Pages of others can't send JSON to this server, so they can't create an account in someone's browser.
    if (request.headers["content-type"] !== "application/json") return { status: 415, message: "Send JSON." };
    try {
      const { lead, code, emailVerified } = await gatehouse.claims.exchange({ claimToken: JSON.parse(body).claimToken });
      accounts.set(lead.email, { codeId: code.id, emailVerified });
      return { status: 200, message: "Welcome!" };
    } catch (error) {
      return refuse(error);
    }
  },

  /** Gatehouse says that a code was deleted. */
  async "POST /hooks"(request, body) {
    const event = await gatehouse.webhooks.verify(body, request.headers, WEBHOOK_SECRET).catch(() => null);
    if (event === null) return { status: 401, message: "This isn't from Gatehouse." };
    if (event.type === "code.deleted" && !event.test)
      for (const [email, { codeId }] of accounts) if (codeId === event.data.id) accounts.delete(email);
    return { status: 200, message: "Done." };
  },

  async "GET /accounts"() {
    return { status: 200, message: `${accounts.size}` };
  },
};

createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) if (body.length < 1_000_000) body += chunk;
  const route = routes[`${request.method} ${request.url}`];
  const answer = route ? await route(request, body).catch(() => away) : { status: 404, message: "There is nothing here." };
  response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify({ message: answer.message }));
}).listen(Number(PORT), "127.0.0.1");
