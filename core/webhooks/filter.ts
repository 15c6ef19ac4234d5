import { sql } from "drizzle-orm";
import type { FeedEvent } from "@/contract/event-feed";
import { eventTopic } from "@/contract/event-types";
import type { WebhookFilter } from "@/contract/webhooks";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import type { EventRow } from "../events/list";
import { itemsIn } from "../sql";

/** An event with the row that it was read from. */
export type EventWithRow = { event: FeedEvent; row: Pick<EventRow, "email" | "code_key" | "code_text"> };

type EventData = Readonly<Record<string, unknown>>;

/** Whether an event has no record that a filter could match: it names several, or its record is gone. */
const hasNoRecord = ({ type, data }: FeedEvent): boolean => ["records", "account"].includes(eventTopic(type)) || "deleted" in data;

/** The ID of the batch that an event is about, or null. */
function batchOf({ type, data }: FeedEvent): unknown {
  if (eventTopic(type) === "batch") return (data as EventData).id;
  const { batch } = data as { batch?: { id: string } | null };
  return batch?.id ?? null;
}

function matchesRecord({ tag, source, batch }: WebhookFilter, event: FeedEvent): boolean {
  const { tags, source: sourceOfLead } = event.data as { tags?: string[]; source?: string };
  return (
    (tag === undefined || tags?.includes(tag) === true) &&
    (source === undefined || sourceOfLead === source) &&
    (batch === undefined || batchOf(event) === batch)
  );
}

/** Returns what a wave invited of these events: its leads and their codes. */
async function invitedBy({ db, projectId }: Context, wave: string, rows: readonly EventWithRow["row"][]): Promise<Set<string>> {
  const emails = rows.flatMap(({ email }) => email ?? []);
  const codes = rows.flatMap(({ code_key: code }) => code ?? []);
  const invitations = await queryRows<{ email: string; code_key: string }>(
    db,
    sql`select i.email, i.code_key from lead_invitations i where i.project_id = ${projectId} and i.wave_id = ${wave}::uuid
      and (i.email in ${itemsIn(emails)} or i.code_key in ${itemsIn(codes)})`,
  );
  return new Set(invitations.flatMap(({ email, code_key: code }) => [`lead ${email}`, `code ${code}`]));
}

/** Returns the events that a webhook with this filter is told of. */
export async function filterEvents(ctx: Context, filter: WebhookFilter, events: readonly EventWithRow[]): Promise<EventWithRow[]> {
  if (Object.keys(filter).length === 0) return [...events];
  const { wave } = filter;
  const invited =
    wave === undefined
      ? null
      : await invitedBy(
          ctx,
          wave,
          events.map(({ row }) => row),
        );
  const isOfWave = ({ event, row }: EventWithRow): boolean =>
    invited === null ||
    (event.data as EventData).id === wave ||
    (eventTopic(event.type) === "lead" && invited.has(`lead ${row.email}`)) ||
    invited.has(`code ${row.code_key}`);
  return events.filter((item) => hasNoRecord(item.event) || (matchesRecord(filter, item.event) && isOfWave(item)));
}
