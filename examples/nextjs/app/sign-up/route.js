import { accounts, answer, connect, refuse } from "../../gatehouse.js";

/** The person types their code into your form. Claims first, so that no account exists without a claim. */
export async function POST(request) {
  try {
    const { email, code } = await request.json();
    // The address that your proxy adds.
    const ip = request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "127.0.0.1";
    const claim = await connect().codes.claim({ code, email, visitor: { ip } });
    // A claim proves that they have the code. Email them a link before the account can do anything.
    accounts.set(claim.email, { codeId: claim.claimedCode.id, emailVerified: false });
    return answer(200, "Welcome!");
  } catch (error) {
    return refuse(error);
  }
}
