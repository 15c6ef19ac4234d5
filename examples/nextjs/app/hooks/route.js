import { accounts, answer, connect } from "../../gatehouse.js";

/** Gatehouse says that a code was deleted. */
export async function POST(request) {
  const secret = process.env.WEBHOOK_SECRET ?? "";
  const event = await connect()
    .webhooks.verify(await request.text(), request.headers, secret)
    .catch(() => null);
  if (event === null) return answer(401, "This isn't from Gatehouse.");
  if (event.type === "code.deleted" && !event.test)
    for (const [email, { codeId }] of accounts) if (codeId === event.data.id) accounts.delete(email);
  return answer(200, "Done.");
}
