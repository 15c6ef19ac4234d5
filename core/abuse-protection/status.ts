import { sql } from "drizzle-orm";
import type { PublicTry } from "@/contract/protection";
import { mostClientsCounted, type ProtectionReply } from "@/contract/protection-state";
import type { Context } from "../context";
import { leadConditions } from "../leads/filter";
import { totalIn, totalOf } from "../sql";
import { budgetsOf, projectUse } from "./public-try";

/** Says how often the public guesses and signs up, what is left, and how many sign-ups are held. */
export async function findProtection(ctx: Context): Promise<ProtectionReply> {
  const [guesses, signUps, held] = await Promise.all([rateOf(ctx, "guess"), rateOf(ctx, "sign_up"), heldOf(ctx)]);
  return { guesses, signUps, held };
}

/** How many sign-ups wait for staff to look at them, counted no further than `most` where that is given. */
export const heldOf = (ctx: Context, most?: number): Promise<number> =>
  totalOf(ctx.db, sql`leads l`, leadConditions(ctx, { standing: "held" }), most);

async function rateOf(ctx: Context, what: PublicTry): Promise<ProtectionReply["guesses"]> {
  const { client, project } = budgetsOf(what);
  const [{ used, wait, most, needsProof }, clientsStopped] = await Promise.all([
    projectUse(ctx, what),
    totalIn(
      ctx.db,
      sql`select count(*) as total from (select from budget_windows where project_id = ${ctx.projectId} and budget = ${client.name}
        and used >= ${client.most} and ends_at > now() limit ${mostClientsCounted}) as stopped`,
    ),
  ]);
  return { used, most, seconds: project.seconds, resetsIn: wait > 0 ? wait : null, needsProof, clientsStopped };
}
