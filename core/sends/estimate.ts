import { sql } from "drizzle-orm";
import type { SendEstimate } from "@/contract/send-preview";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { sendingInterval } from "../email-delivery/sending-rate";
import { getEmailDeliveryRow } from "../email-delivery/transport";
import { countRows } from "../sql";
import { statusList } from "./record";

/** The rate that is assumed until a send was large enough to measure one, in emails per second. */
const assumedRate = 10;

/** Only sends with this many emails or more are measured: smaller ones end before the worker is at full speed. */
const minMeasuredEmails = 50;

/** How many of the latest sends are measured. */
const measuredSends = 3;

/** Returns how long the worker takes to send `emails`, after the emails that are already queued. */
export async function estimateSend(ctx: Context, emails: number): Promise<SendEstimate> {
  const [measuredRate, maxRate, queued] = await Promise.all([measureRate(ctx), getMaxRate(ctx), countQueued(ctx)]);
  const rate = Math.min(measuredRate ?? assumedRate, maxRate);
  return { emails, queued, emailsPerSecond: Math.round(rate * 100) / 100, seconds: Math.ceil((queued + emails) / rate) };
}

/** Returns how many emails per second the settings of email delivery allow. */
async function getMaxRate(ctx: Context): Promise<number> {
  const interval = sendingInterval(await getEmailDeliveryRow(ctx));
  return interval === 0 ? Number.POSITIVE_INFINITY : 1000 / interval;
}

const countQueued = ({ db, projectId }: Context): Promise<number> =>
  countRows(db, sql`deliveries d`, [sql`d.project_id = ${projectId} and d.status in (${statusList(["queued", "sending"])})`]);

/** Returns how many emails per second the mail server accepted during the latest large sends, or null if there were none. */
async function measureRate({ db, projectId }: Context): Promise<number | null> {
  const [measured] = await queryRows<{ emails: string; seconds: string | null }>(
    db,
    sql`with send as (
        select id from (select id, notified from sends where project_id = ${projectId} order by id desc limit 1000) as latest
        where notified >= ${minMeasuredEmails} order by id desc limit ${measuredSends}
      ), duration as (
        select count(*) as emails, extract(epoch from max(d.updated_at) - min(d.updated_at)) as seconds
        from send join deliveries d on d.project_id = ${projectId} and d.send_id = send.id
        where d.status in (${statusList(["sent", "saved_to_file"])}) and d.attempts = 1 group by send.id
      )
      select sum(emails) as emails, sum(seconds) as seconds from duration where emails >= ${minMeasuredEmails} and seconds > 0`,
  );
  return measured?.seconds ? Number(measured.emails) / Number(measured.seconds) : null;
}
