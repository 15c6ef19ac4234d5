import { accounts, answer, connect, refuse } from "../../gatehouse.js";

/** They claimed it on a page with the public key, which sends you the claim token. */
export async function POST(request) {
  // Pages of others can't send JSON to this server, so they can't create an account in someone's browser.
  if (request.headers.get("content-type") !== "application/json") return answer(415, "Send JSON.");
  try {
    const { claimToken } = await request.json();
    const { lead, code, emailVerified } = await connect().claims.exchange({ claimToken });
    accounts.set(lead.email, { codeId: code.id, emailVerified });
    return answer(200, "Welcome!");
  } catch (error) {
    return refuse(error);
  }
}
