// The hook "Before User Created", as an Edge Function: Deno.serve(beforeUserCreated), deployed with --no-verify-jwt
import process from "node:process";
import { Webhook } from "standardwebhooks";
import { findRefusal } from "./gatehouse.js";

// Supabase reads the body only with the status 200, and an empty one allows the sign-up. With another status, people read a message of Supabase.
const answer = (body) => Response.json(body, { status: 200 });
const refuse = (message) => answer({ error: { http_code: 403, message } });

/** Every way to create a user comes here: passwords, OAuth, magic links, invitations, and anonymous users, who have no email. */
export async function beforeUserCreated(request) {
  // "v1,whsec_…", from the page of the hook.
  const secret = (process.env.BEFORE_USER_CREATED_HOOK_SECRET ?? "").replace("v1,", "");
  let user;
  try {
    user = new Webhook(secret).verify(await request.text(), Object.fromEntries(request.headers)).user;
  } catch {
    return Response.json({ error: { http_code: 401, message: "This isn't from Supabase." } }, { status: 401 });
  }
  const refusal = await findRefusal(user?.email ?? "");
  return refusal === null ? answer({}) : refuse(refusal);
}
