import { sql } from "drizzle-orm";
import type { JobKind } from "@/contract/jobs";
import { countCap, webhookLimits } from "@/contract/limits";
import type { OverviewReply } from "@/contract/overview";
import { webhookName } from "@/contract/webhook-targets";
import { queryRows, type RowOf } from "@/db/query";
import type { backgroundJobs, webhooks } from "@/db/schema";
import { currentTime } from "@/lib/clock";
import { formatDay, formatTime } from "@/lib/dates";
import { minIdAt } from "@/lib/ids";
import { plural } from "@/lib/plural";
import { describeUnencryptedPassword } from "@/lib/unencrypted-password";
import { listAbuseAttention } from "./abuse-protection/status";
import { formatRecords, isRunningOut } from "./codes/capacity";
import type { Context } from "./context";
import { countLabel } from "./count-label";
import { describeLocalEmailLinks } from "./email-delivery/local-links";
import { getServerLimit } from "./email-delivery/server-limit";
import { getMailServerSummary, getTransportStatus, type TransportStatus } from "./email-delivery/transport";
import { getProject } from "./projects/record";
import { getRefusalPause } from "./sends/refusal-pause";
import { countWaitingEmails } from "./sends/retry-waiting";
import { countRows } from "./sql";
import type { CodeCounts } from "./stats/counts";
import type { StatValue } from "./stats/get-stat";
import { countRefusedSuppressions } from "./suppressions/undo";
import { getSystemReports, listSystemAttention, type MailServerOutage } from "./system-reports";
import { isFailing, ofProject } from "./webhooks/record";

type AttentionItem = OverviewReply["attention"][number];

/** How far back failures are reported. */
const days = 7;

/** The maximum number of failed jobs to report. */
const maxJobs = 3;

/** Lists what needs attention on the overview. */
export async function listAttentionItems(ctx: Context, codes: StatValue<CodeCounts>): Promise<AttentionItem[]> {
  const [reports, abuse, deliveries, jobs, transportStatus, ambiguous] = await Promise.all([
    getSystemReports(ctx.db, ctx.projectId),
    listAbuseAttention(ctx),
    listFailedDeliveries(ctx),
    listFailedJobs(ctx),
    getTransportStatus(ctx),
    listAmbiguousCodes(ctx),
  ]);
  const system = [
    ...listSystemAttention(reports),
    ...(await listMailServerOutage(ctx, reports.mailServerOutage)),
    ...(await listRefusals(ctx)),
    ...(await listServerLimit(ctx)),
  ];
  const saved = await listSavedEmails(ctx, transportStatus);
  return [
    ...system,
    ...abuse,
    ...deliveries,
    ...emailItems[transportStatus],
    ...listLocalLinks(transportStatus),
    ...(await listUnencryptedPassword(ctx)),
    ...saved,
    ...listFormatsRunningOut(codes),
    ...ambiguous,
    ...(await listFailingWebhooks(ctx)),
    ...jobs,
  ];
}

/** Reports an outage of the mail server while emails wait for it. */
async function listMailServerOutage(ctx: Context, outage: MailServerOutage | null): Promise<AttentionItem[]> {
  if (outage === null) return [];
  const [waiting, { timeZone }] = await Promise.all([countWaitingEmails(ctx), getProject(ctx)]);
  if (waiting === 0) return [];
  const since = new Date(outage.since);
  const message = `The mail server hasn't responded since ${formatDay(since, timeZone)}, ${formatTime(since, timeZone)}.`;
  const waitingMessage = countLabel(waiting, { one: "{n} email is waiting.", other: "{n} emails are waiting." });
  return [
    {
      name: "mail_server_unreachable",
      count: Math.min(waiting, countCap),
      subject: null,
      message: `${message} ${waitingMessage}`,
    },
  ];
}

const limitMessages = {
  connections: "The mail server accepts no connection",
  rate: "The mail server accepts no more emails for now",
  quota: "The mail server's quota is used up",
} as const;

/** Reports that emails wait for a limit of the mail server. */
async function listServerLimit(ctx: Context): Promise<AttentionItem[]> {
  const limit = await getServerLimit(ctx);
  if (!limit?.isShown) return [];
  const [waiting, { timeZone }] = await Promise.all([countWaitingEmails(ctx), getProject(ctx)]);
  if (waiting === 0) return [];
  const until = new Date(limit.until);
  const time = `${formatDay(until, timeZone)}, ${formatTime(until, timeZone)}`;
  const waitingMessage = countLabel(waiting, {
    one: `{n} email waits until ${time}, then Gatehouse tries again.`,
    other: `{n} emails wait until ${time}, then Gatehouse tries again.`,
  });
  return [
    {
      name: "email_limited",
      count: Math.min(waiting, countCap),
      subject: null,
      message: `${limitMessages[limit.kind]}: “${limit.response}” ${waitingMessage}`,
    },
  ];
}

/** Reports that email is paused because the mail server refused too many, and whom it suppressed for that reason. */
async function listRefusals(ctx: Context): Promise<AttentionItem[]> {
  const pause = await getRefusalPause(ctx);
  if (pause === null) return [];
  const items: AttentionItem[] = [];
  if (pause.is_paused) {
    const emails = `${pause.refused} of the last ${pause.total} emails`;
    const refusal = pause.reason === null ? `refused ${emails}. Its last answer was` : `refused ${emails}:`;
    items.push({
      name: "email_refused",
      count: pause.refused,
      subject: null,
      message: `Email is paused because the mail server ${refusal} “${pause.response}”`,
    });
  }
  const suppressed = await countRefusedSuppressions(ctx, pause);
  if (suppressed > 0) {
    const message = countLabel(suppressed, { one: "{n} person was suppressed", other: "{n} people were suppressed" });
    items.push({
      name: "refused_suppressions",
      count: Math.min(suppressed, countCap),
      subject: null,
      message: `${message} because the mail server answered “${pause.response}”`,
    });
  }
  return items;
}

const emailItems: Readonly<Record<TransportStatus, AttentionItem[]>> = {
  connected: [],
  saved_to_file: [
    {
      name: "email_not_connected",
      count: null,
      subject: null,
      message: "No mail server is connected. Emails are saved to files and not delivered.",
    },
  ],
  unreadable: [
    {
      name: "email_settings_unreadable",
      count: null,
      subject: null,
      message: "Emails are waiting because AUTH_SECRET has changed. Enter the mail server and its password again.",
    },
  ],
};

/** Reports that the links of real emails only work on this computer or in its network. */
function listLocalLinks(transportStatus: TransportStatus): AttentionItem[] {
  const message = describeLocalEmailLinks();
  return transportStatus === "connected" && message !== null ? [{ name: "local_links", count: null, subject: null, message }] : [];
}

/** Reports that the password of the mail server is sent without encryption. */
async function listUnencryptedPassword(ctx: Context): Promise<AttentionItem[]> {
  const server = await getMailServerSummary(ctx);
  const message = server && describeUnencryptedPassword(server);
  return message === null ? [] : [{ name: "unencrypted_password", count: null, subject: null, message }];
}

async function listFailedDeliveries({ db, projectId }: Context): Promise<AttentionItem[]> {
  const [failed] = await queryRows<{ count: number; automatic: number; send: string | null; sends: number }>(
    db,
    sql`select count(send_id)::int as count, count(*) filter (where send_id is null)::int as automatic, min(send_id::text) as send,
        count(distinct send_id)::int as sends from (
      select d.send_id from deliveries d where d.project_id = ${projectId} and d.status = 'failed'
        and d.updated_at > now() - make_interval(days => ${days}) limit ${countCap + 1}) as failed`,
  );
  if (!failed) return [];
  const { count, automatic, send, sends } = failed;
  const items: AttentionItem[] = [];
  const period = `failed in the last ${days} days.`;
  if (count > 0) {
    const message = countLabel(count, { one: `{n} email ${period}`, other: `{n} emails ${period}` });
    items.push({ name: "failed_deliveries", count: Math.min(count, countCap), subject: sends === 1 ? send : null, message });
  }
  if (automatic > 0) {
    const message = countLabel(automatic, { one: `{n} automatic email ${period}`, other: `{n} automatic emails ${period}` });
    items.push({ name: "failed_messages", count: Math.min(automatic, countCap), subject: null, message });
  }
  return items;
}

/** How many of the codes that are read like another one are named. */
const maxAmbiguousCodes = 3;

/** Reports codes of an earlier version that are read like another code now. */
async function listAmbiguousCodes({ db, projectId }: Context): Promise<AttentionItem[]> {
  const rows = await queryRows<{ text: string }>(
    db,
    sql`select c.text from ambiguous_codes a join codes c on c.project_id = a.project_id and c.key = a.key
      where a.project_id = ${projectId} order by c.text limit ${countCap + 1}`,
  );
  if (rows.length === 0) return [];
  const named = rows.slice(0, maxAmbiguousCodes).map(({ text }) => `“${text}”`);
  const more = rows.length > named.length ? ["others"] : [];
  const message = countLabel(rows.length, {
    one: "{n} code differs from another one only by letters that are read alike, such as ß and ss:",
    other: "{n} codes differ from others only by letters that are read alike, such as ß and ss:",
  });
  return [
    {
      name: "ambiguous_codes",
      count: Math.min(rows.length, countCap),
      subject: null,
      message: `${message} ${new Intl.ListFormat("en").format([...named, ...more])}. They only work exactly as they are written. Replace them to make this clear.`,
    },
  ];
}

/** Reports emails that were saved to files before the mail server was connected. */
async function listSavedEmails({ db, projectId }: Context, transportStatus: TransportStatus): Promise<AttentionItem[]> {
  if (transportStatus !== "connected") return [];
  const isSaved = [sql`d.project_id = ${projectId}`, sql`d.status = 'saved_to_file'`];
  const count = await countRows(db, sql`deliveries d`, isSaved, countCap + 1);
  if (count === 0) return [];
  const message = countLabel(count, {
    one: "{n} email was saved to a file before a mail server was connected.",
    other: "{n} emails were saved to files before a mail server was connected.",
  });
  return [{ name: "saved_emails", count: Math.min(count, countCap), subject: null, message }];
}

const listFormatsRunningOut = (codes: StatValue<CodeCounts>): AttentionItem[] =>
  formatRecords(codes)
    .filter((format) => isRunningOut(format, codes.value.formats[format.type].largestBatch))
    .map(({ type, remaining }) => ({
      name: "format_running_out",
      count: remaining,
      subject: type,
      message: plural(remaining, {
        zero: `No unused ${type} codes are left.`,
        one: `Only {n} unused ${type} code is left.`,
        other: `Only {n} unused ${type} codes are left.`,
      }),
    }));

/** The maximum number of webhooks to report. */
const maxWebhooks = 5;

/** Reports webhooks that have been failing for as long as their owners are emailed after, and those that were disabled. */
async function listFailingWebhooks(ctx: Context): Promise<AttentionItem[]> {
  const failing = await queryRows<RowOf<typeof webhooks, "id" | "url" | "description" | "status" | "stop_reason" | "failing_since">>(
    ctx.db,
    sql`select w.id, w.url, w.description, w.status, w.stop_reason, w.failing_since from webhooks w
      where ${ofProject(ctx)} and (w.status = 'disabled' or ${isFailing}) order by w.created_at, w.id limit ${maxWebhooks}`,
  );
  if (failing.length === 0) return [];
  const { timeZone } = await getProject(ctx);
  return failing.map(({ id, status, stop_reason: reason, failing_since: since, ...webhook }) => {
    const name = `The webhook “${webhookName(webhook)}”`;
    const at = new Date(since ?? currentTime());
    const message =
      status === "disabled"
        ? `${name} was disabled because it ${reason === "gone" ? "no longer exists" : `failed for ${webhookLimits.disableAfterDays} days`}.`
        : `${name} has been failing since ${formatDay(at, timeZone)}, ${formatTime(at, timeZone)}.`;
    return { name: status === "disabled" ? "webhook_disabled" : "webhook_failing", count: null, subject: id, message };
  });
}

const jobFailureMessages: Readonly<Record<JobKind, string>> = {
  "codes.generate": "Generating codes failed.",
  "codes.pause": "Pausing codes failed.",
  "codes.resume": "Resuming codes failed.",
  "codes.extend": "Extending codes failed.",
  "codes.add_tags": "Adding tags to codes failed.",
  "codes.remove_tags": "Removing tags from codes failed.",
  "codes.delete": "Deleting codes failed.",
  "codes.print": "Printing codes failed.",
  "batch.extend": "Extending a batch failed.",
  "batch.delete": "Deleting a batch failed.",
  "leads.join_waitlist": "Adding leads to the waitlist failed.",
  "leads.leave_waitlist": "Removing leads from the waitlist failed.",
  "leads.return_to_waitlist": "Putting leads back in line failed.",
  "leads.reissue_invitation": "Reissuing invitations failed.",
  "leads.approve": "Approving sign-ups failed.",
  "leads.add_tags": "Adding tags to leads failed.",
  "leads.remove_tags": "Removing tags from leads failed.",
  "leads.delete": "Deleting leads failed.",
  "list.export": "Exporting a list failed.",
  "import.check": "Checking an import failed.",
  "import.run": "Importing leads failed.",
  "import.undo": "Undoing an import failed.",
  "bin.restore": "Restoring from the bin failed.",
  "bin.delete": "Deleting from the bin failed.",
  "send.queue": "Queueing the emails of a send failed.",
  "send.retry": "Retrying the failed emails of a send failed.",
  "wave.invite": "Inviting the people of a wave failed.",
  "webhook.recover": "Queuing events for a webhook failed.",
};

async function listFailedJobs({ db, projectId }: Context): Promise<AttentionItem[]> {
  const since = minIdAt(currentTime() - days * 24 * 3_600_000);
  const failedJobs = await queryRows<RowOf<typeof backgroundJobs, "id" | "kind" | "error">>(
    db,
    sql`select j.id, j.kind, j.error from background_jobs j where j.project_id = ${projectId} and j.status = 'failed' and j.id >= ${since}::uuid
      order by j.id desc limit ${maxJobs}`,
  );
  return failedJobs.map(({ id, kind, error }) => ({
    name: "job_failed",
    count: null,
    subject: id,
    message: error === null ? jobFailureMessages[kind] : `${jobFailureMessages[kind]} ${error.message}`,
  }));
}
