import { sql } from "drizzle-orm";
import type { PlaceReply } from "@/contract/place";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { placeOf, waitingIn } from "./line";
import { friendsOf } from "./referral";

/** Tells where a lead stands in line, and how many friends of theirs joined. Refuses with `lead_not_found`. */
export async function place(ctx: Context, email: string): Promise<PlaceReply> {
  const [lead] = await rows(ctx.db, sql`select from leads where project_id = ${ctx.projectId} and email = ${email}`);
  if (!lead) throw new ApiError("lead_not_found");
  const [standing, friends] = await Promise.all([placeOf(ctx, email), friendsOf(ctx, email)]);
  return { place: standing?.place ?? null, waiting: standing?.waiting ?? (await waitingIn(ctx)), friends };
}
