import { sql } from "drizzle-orm";
import type { OverviewReply } from "@/contract/overview";
import type { TaskKind } from "@/contract/tasks";
import { rows } from "@/db/rows";
import { leastIdAt } from "@/lib/ids";
import { protectionAttention } from "./abuse-protection/attention";
import { isRunningOut, roomOf } from "./codes/room";
import type { Context } from "./context";
import { type MailStanding, mailStanding } from "./email-delivery/way";
import type { CodeCounts } from "./stats/codes";
import type { Counted } from "./stats/figure";

type Item = OverviewReply["attention"][number];

/** For how many days what went wrong is pointed at. */
const days = 7;

/** How many failed messages are counted; more are told as more. */
const countedMost = 10_000;

/** How many failed tasks are named. */
const tasksMost = 3;

const number = (value: number): string => value.toLocaleString("en");

/** What needs somebody's attention. */
export async function attention(ctx: Context, codes: Counted<CodeCounts>): Promise<Item[]> {
  const [guarded, failed, tasks, mail] = await Promise.all([
    protectionAttention(ctx),
    failedDeliveries(ctx),
    failedTasks(ctx),
    mailStanding(ctx),
  ]);
  return [...guarded, ...failed, ...ofMail[mail], ...runningOut(codes), ...tasks];
}

const ofMail: Readonly<Record<MailStanding, Item[]>> = {
  connected: [],
  kept: [
    {
      name: "mail_not_connected",
      count: null,
      about: null,
      message: "Mail is not connected: messages are kept as files and reach nobody.",
    },
  ],
  unreadable: [
    {
      name: "mail_unreadable",
      count: null,
      about: null,
      message: "Mail waits: AUTH_SECRET has changed, so the mail server has to be entered again, with its password.",
    },
  ],
};

async function failedDeliveries({ db, projectId }: Context): Promise<Item[]> {
  const [found] = await rows<{ count: number; send: string | null; sends: number }>(
    db,
    sql`select count(*)::int as count, min(send_id::text) as send, count(distinct send_id)::int as sends from (
      select d.send_id from deliveries d where d.project_id = ${projectId} and d.status = 'failed' and d.send_id is not null
        and d.updated_at > now() - make_interval(days => ${days}) limit ${countedMost + 1}) as failed`,
  );
  if (!found || found.count === 0) return [];
  const messages = found.count > countedMost ? `More than ${number(countedMost)} messages` : number(found.count);
  const were =
    found.count === 1
      ? "1 message of the last 7 days was"
      : `${messages}${found.count > countedMost ? "" : " messages"} of the last ${days} days were`;
  return [
    {
      name: "failed_deliveries",
      count: Math.min(found.count, countedMost),
      about: found.sends === 1 ? found.send : null,
      message: `${were} refused for good.`,
    },
  ];
}

const runningOut = (codes: Counted<CodeCounts>): Item[] =>
  roomOf(codes)
    .filter((format) => isRunningOut(format, codes.value.formats[format.type].largest))
    .map(({ type, remaining }) => ({
      name: "format_running_out",
      count: remaining,
      about: type,
      message: `${remaining === 1 ? "1 more code fits" : `${number(remaining)} more codes fit`} the format ${type}.`,
    }));

const doing: Readonly<Record<TaskKind, string>> = {
  "codes.generate": "Generating codes",
  "codes.pause": "Pausing codes",
  "codes.resume": "Resuming codes",
  "codes.extend": "Extending codes",
  "codes.delete": "Deleting codes",
  "batch.extend": "Extending a batch",
  "batch.delete": "Deleting a batch",
  "leads.join_waitlist": "Putting leads on the waitlist",
  "leads.leave_waitlist": "Taking leads off the waitlist",
  "leads.accept": "Accepting sign-ups",
  "leads.delete": "Deleting leads",
};

async function failedTasks({ db, projectId }: Context): Promise<Item[]> {
  const since = leastIdAt(Date.now() - days * 24 * 3_600_000);
  const found = await rows<{ id: string; kind: TaskKind; problem: { message: string } | null }>(
    db,
    sql`select t.id, t.kind, t.problem from tasks t where t.project_id = ${projectId} and t.state = 'failed' and t.id >= ${since}::uuid
      order by t.id desc limit ${tasksMost}`,
  );
  return found.map(({ id, kind, problem }) => ({
    name: "task_failed",
    count: null,
    about: id,
    message: `${doing[kind]} failed${problem ? `: ${problem.message}` : "."}`,
  }));
}
