import { and, eq, sql } from "drizzle-orm";
import { normalizeCode } from "@/contract/normalize";
import type { WaveRecord } from "@/contract/waves";
import { queryRows } from "@/db/query";
import { deliveries } from "@/db/schema";
import { ifExists } from "../api-error";
import { findCodeRow } from "../codes/record";
import type { Context } from "../context";
import { getSend } from "../sends/list";
import { getWave } from "../waves/record";
import type { TruthCheck } from "./answer";

/** A send: it wasn't canceled, its code or batch exists, and not all of its leads were deleted. */
async function isSent(ctx: Context, id: string): Promise<boolean> {
  const send = await ifExists(getSend(ctx, id));
  if (send === null || send.queueing?.status === "canceled" || send.deliveries.canceled > 0) return false;
  if (send.code !== null && (await findCodeRow(ctx, normalizeCode(send.code))) === null) return false;
  if (send.kind === "invitation" && send.batch === null) return false;
  return send.notifiedLeads === 0 || send.deletedLeads < send.notifiedLeads;
}

export const isCodeSent: TruthCheck<"POST /codes/send"> = async (ctx, { data }) => isSent(ctx, (await data()).sendId);
export const isAnnounced: TruthCheck<"POST /announcements"> = async (ctx, { data }) => isSent(ctx, (await data()).sendId);
export const isResent: TruthCheck<"POST /sends/:id/resend"> = async (ctx, { data }) => isSent(ctx, (await data()).sendId);

/** Invited leads: the send wasn't canceled, and no invitation was taken back. */
export const isInvited: TruthCheck<"POST /leads/invite"> = async (ctx, { data }) => {
  const { sendId } = await data();
  return (await isSent(ctx, sendId)) && !(await hasWithdrawnInvitation(ctx, sendId));
};

/** Whether a lead whom a send invited was put back in line, declined, or has a code that was deleted. */
async function hasWithdrawnInvitation({ db, projectId }: Context, sendId: string): Promise<boolean> {
  const withdrawn = await queryRows(
    db,
    sql`select from deliveries d left join lead_invitations i on i.project_id = d.project_id and i.code_key = d.code_key and i.email = d.email
        left join codes c on c.project_id = d.project_id and c.key = d.code_key
      where d.project_id = ${projectId} and d.send_id = ${sendId} and (i.code_key is null or i.outcome in ('declined', 'left') or c.key is null
        or (i.outcome = 'expired' and c.paused_at is not null)) limit 1`,
  );
  return withdrawn.length > 0;
}

/** Retried emails of a send: they weren't canceled since. */
export const isRetried: TruthCheck<"POST /sends/:id/retry"> = async (ctx, { params, data }) => {
  const [current, stored] = [await ifExists(getSend(ctx, params.id)), await data()];
  return current !== null && current.deliveries.canceled <= stored.deliveries.canceled;
};

/** An email that was sent again: it exists and wasn't canceled. */
export const isMessageResent: TruthCheck<"POST /messages/resend"> = async ({ db, projectId }, { data }) => {
  const [message] = await db
    .select({ status: deliveries.status })
    .from(deliveries)
    .where(and(eq(deliveries.projectId, projectId), eq(deliveries.id, (await data()).id)));
  return message !== undefined && message.status !== "canceled";
};

/** Whether a wave was stopped before it invited everyone. */
const isStopped = ({ status, repeat }: WaveRecord): boolean =>
  status === "canceled" || (status === "ended" && (repeat === null || repeat.remaining > 0));

/** A created wave: it wasn't canceled or ended, and no invitation was taken back. */
export const isWaveCreated: TruthCheck<"POST /waves"> = async (ctx, { data }) => {
  const [stored, current] = [await data(), await ifExists(getWave(ctx, (await data()).id))];
  return current !== null && !isStopped(current) && current.invited >= stored.invited && current.inviting?.status !== "canceled";
};

/** A paused wave: it wasn't resumed or ended. */
export const isWavePaused: TruthCheck<"POST /waves/:id/pause"> = async (ctx, { params }) =>
  (await ifExists(getWave(ctx, params.id)))?.status === "paused";

/** A resumed wave: it wasn't paused or ended. */
export const isWaveResumed: TruthCheck<"POST /waves/:id/resume"> = async (ctx, { params }) => {
  const wave = await ifExists(getWave(ctx, params.id));
  return wave !== null && wave.status !== "paused" && !isStopped(wave);
};
