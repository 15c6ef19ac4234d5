import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import { signUpPhase } from "@/contract/sign-ups";
import { queryRows } from "@/db/query";
import { projects } from "@/db/schema/projects";
import { formatWithUtc } from "@/lib/dates";
import { ApiError } from "../api-error";
import { type Context, getDatabaseTime } from "../context";
import { lock } from "../locks";
import { assertNotPaused, isNotPaused } from "../projects/pause";
import { getProject, selectProject } from "../projects/record";
import { joinAnd } from "../sql";
import { leadConditions } from "./filter";
import { waitlistSize } from "./waitlist";

/** The condition that people can join now: sign-ups aren't paused, have opened and haven't closed. */
export const acceptsSignUps = (projectId: SQLChunk): SQL =>
  sql`(${isNotPaused("sign_ups", projectId)} and exists (select from projects where id = ${projectId}
    and (sign_ups_open_at is null or sign_ups_open_at <= now()) and (sign_ups_close_at is null or sign_ups_close_at > now())))`;

/** Throws `sign_ups_paused` or `sign_ups_closed`, with the project's message, if people can't join now. */
export async function assertAcceptsSignUps(ctx: Context): Promise<void> {
  await assertNotPaused(ctx, "sign_ups");
  const project = await getProject(ctx);
  const phase = signUpPhase(project, Date.parse(await getDatabaseTime(ctx)));
  if (phase === "open") return;
  const { signUpsClosedMessage, timeZone } = project;
  const opening = phase === "closed" ? undefined : `Sign-ups open on ${formatWithUtc(new Date(phase.opensAt), timeZone)}.`;
  throw new ApiError("sign_ups_closed", { message: signUpsClosedMessage ?? opening });
}

/** Returns whether the waitlist has as many people as the project allows, with those who have to confirm their email first. */
export async function isWaitlistFull({ db, projectId }: Context, limit: number | null): Promise<boolean> {
  if (limit === null) return false;
  const unconfirmed = leadConditions({ projectId }, { status: "unconfirmed", confirmed: false });
  const [row] = await queryRows<{ is_full: boolean }>(
    db,
    sql`select s.waiting + (
        select count(*) from (select from leads l where ${joinAnd(unconfirmed)} limit greatest(0, ${limit}::bigint - s.waiting)) as unconfirmed
      ) >= ${limit} as is_full from (select ${waitlistSize(projectId)} as waiting) as s`,
  );
  return row?.is_full ?? false;
}

/** Makes sure that a sign-up has a place on the waitlist until the caller's transaction ends. Throws `waitlist_full`. */
export async function reserveWaitlistPlace(ctx: Context): Promise<void> {
  const { limit, message } = await selectProject(ctx.db, ctx.projectId, {
    limit: projects.waitlistLimit,
    message: projects.signUpsClosedMessage,
  });
  if (limit === null) return;
  // Sign-ups wait for each other only while there is a limit.
  await lock(ctx.db, "waitlist places", ctx.projectId);
  if (!(await isWaitlistFull(ctx, limit))) return;
  await assertAcceptsSignUps(ctx);
  throw new ApiError("waitlist_full", { message: message ?? undefined });
}
