// Clerk in restricted mode: only invited people can sign up. A webhook of Gatehouse invites those who claimed, and no one else.
import process from "node:process";
import { Webhook } from "standardwebhooks";
import { away, findRefusal } from "./gatehouse.js";

async function clerk(method, path, body) {
  const { CLERK = "https://api.clerk.com/v1", CLERK_SECRET_KEY } = process.env;
  const response = await fetch(CLERK + path, {
    method,
    headers: { authorization: `Bearer ${CLERK_SECRET_KEY}`, "content-type": "application/json" },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(5_000),
  });
  const reply = await response.json();
  // 400 and 422: the person has an invitation or an account.
  const isDone = response.ok || (path === "/invitations" && (response.status === 400 || response.status === 422));
  if (!isDone) throw new Error(`Clerk answered with status ${response.status}`);
  return reply;
}

const pendingInvitations = async (email) => {
  const reply = await clerk("GET", `/invitations?status=pending&limit=500&query=${encodeURIComponent(email)}`);
  return Array.isArray(reply) ? reply : reply.data;
};

/** Invites an email that may sign up, and revokes the invitation of one that may not. Repeating it changes nothing. */
async function update(email) {
  const refusal = await findRefusal(email);
  // Gatehouse sends the event again.
  if (refusal === away) throw new Error("Gatehouse is away");
  if (refusal === null) return clerk("POST", "/invitations", { email_address: email });
  const invitations = (await pendingInvitations(email)).filter((invitation) => invitation.email_address.toLowerCase() === email);
  for (const { id } of invitations) await clerk("POST", `/invitations/${id}/revoke`);
}

/** The URL of a webhook for `code.claimed`, `claim.revoked`, `code.deleted`, `batch.deleted` and `lead.deleted`. */
export async function handleEvent(request) {
  let event;
  try {
    event = new Webhook(process.env.WEBHOOK_SECRET ?? "").verify(await request.text(), Object.fromEntries(request.headers));
  } catch {
    return new Response(null, { status: 401 });
  }
  if (event.test) return new Response(null, { status: 204 });
  try {
    if (event.data.change?.email) await update(event.data.change.email);
    // After a deletion, the claims aren't named any more. An account that exists stays: delete it in Clerk if you want to.
    else for (const { email_address } of await pendingInvitations("")) await update(email_address.toLowerCase());
    return new Response(null, { status: 204 });
  } catch {
    return new Response(null, { status: 503 });
  }
}
