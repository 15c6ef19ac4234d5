import { sql } from "drizzle-orm";
import type { z } from "zod";
import { type resetPasswordEndpoint as resetEndpoint, resetLifeMinutes } from "@/contract/account";
import { rows } from "@/db/rows";
import { hashOf, randomHex } from "@/lib/ids";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { queueStaffMail } from "./mail";
import { hashPassword } from "./password";
import { type Client, endSessionsOf } from "./sessions";
import { countAsking, countToken, giveBack } from "./tries";

/** Has a link to choose a new password mailed. Works and answers alike for every address: whose it is, the worker looks up. */
export async function askForReset(ctx: Context, { email }: { email: string }, client: Client): Promise<{ email: string }> {
  await countAsking(ctx, { email, client });
  await inTransaction(ctx, (inner) => queueStaffMail(inner, { kind: "reset", email }));
  return { email };
}

/** What the mail of a reset needs. */
export type IssuedReset = { name: string; token: string };

/** Makes the token of a link that is about to be mailed, in place of an earlier one; null where nobody has the address who may sign in. */
export async function issueReset(ctx: Context, email: string): Promise<IssuedReset | null> {
  const token = randomHex(16);
  const [row] = await rows<{ name: string }>(
    ctx.db,
    sql`with meant as (
        select project_id, id, name from staff
        where project_id = ${ctx.projectId} and email = ${email} and disabled_at is null and removed_at is null
      ), issued as (
        insert into password_resets (project_id, staff_id, hash, expires_at)
        select project_id, id, ${hashOf(token)}, now() + make_interval(mins => ${sql.raw(String(resetLifeMinutes))}) from meant
        on conflict (project_id, staff_id) do update set hash = excluded.hash, expires_at = excluded.expires_at
      )
      select name from meant`,
  );
  return row ? { name: row.name, token } : null;
}

type Reset = z.output<NonNullable<typeof resetEndpoint.body>>;

/** Sets a new password by the token of a mailed link, which works once, and ends every session of theirs. Refuses with `link_not_valid`. */
export async function resetPassword(ctx: Context, { token, password }: Reset, client: Client): Promise<{ email: string }> {
  await countToken(ctx, client);
  const [opens] = await rows(
    ctx.db,
    sql`select true from password_resets where project_id = ${ctx.projectId} and hash = ${hashOf(token)} and expires_at > now()`,
  );
  // Hashing a password takes long on purpose: not for a token that opens nothing.
  if (!opens) throw new ApiError("link_not_valid");
  const hash = await hashPassword(password);
  const email = await inTransaction(ctx, (inner) => use(inner, token, hash));
  await giveBack(ctx, { email, client });
  return { email };
}

async function use(ctx: Context, token: string, passwordHash: string): Promise<string> {
  // The deletion is what makes the link work once: of two who use it at once, the second finds nothing.
  const [used] = await rows<{ staff_id: string }>(
    ctx.db,
    sql`delete from password_resets where project_id = ${ctx.projectId} and hash = ${hashOf(token)} and expires_at > now() returning staff_id`,
  );
  if (!used) throw new ApiError("link_not_valid");
  const [changed] = await rows<{ id: string; email: string }>(
    ctx.db,
    sql`update staff set password_hash = ${passwordHash}, updated_at = now()
      where project_id = ${ctx.projectId} and id = ${used.staff_id}::uuid and disabled_at is null and removed_at is null returning id, email`,
  );
  if (!changed) throw new ApiError("link_not_valid");
  await endSessionsOf(ctx, changed.id);
  await recordEvent(ctx, { kind: "staff.password_reset", data: { staff: changed.id } });
  await queueStaffMail(ctx, { kind: "password_changed", staffId: changed.id });
  return changed.email;
}
