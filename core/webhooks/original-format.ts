import type { FeedEvent } from "@/contract/event-feed";
import { type OriginalEvent, originalEventNames } from "@/contract/original-events";
import { ApiError } from "../api-error";
import { listBatchCodes } from "../batches/record";
import { getCode } from "../codes/record";
import type { Context } from "../context";
import { type TypedEvent, withRecords } from "../events/event-records";
import { findEvent } from "../events/find-event";
import { getLead } from "../leads/record";

// How the original service sent events, from its documentation and its client: a body with the ID of the event, whose data a client gets with
// its secret key, and the secret of the webhook in a header. That isn't a signature: everyone who sees a request can send others.

const isOriginal = (type: FeedEvent["type"]): type is keyof typeof originalEventNames => Object.hasOwn(originalEventNames, type);

/** Returns the body of a request in the original format, or null for events that the original service didn't have. */
export const originalBody = ({ id, type }: Pick<FeedEvent, "id" | "type">): string | null =>
  isOriginal(type) ? JSON.stringify({ event: id }) : null;

/** Returns the header with which receivers check a request in the original format: it contains the secret of the webhook. */
export const originalHeaders = (secret: string): Record<string, string> => ({ "lancero-signature": secret });

/** Returns an event in the original format, with its records as they are now. Throws `event_not_found` if it or one of them doesn't exist. */
export async function constructEvent(ctx: Context, id: string): Promise<OriginalEvent> {
  const event = await findEvent(ctx, id);
  const [found] = event === null ? [] : await withRecords(ctx, [event]);
  const isGone = found === undefined || "deleted" in found.data;
  const original = event === null || isGone ? null : await originalEvent(ctx, event).catch(nullIfNotFound);
  if (original === null) throw new ApiError("event_not_found");
  return original;
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

/** Returns an event in the original format, or null if that doesn't have its type. Throws errors of records that don't exist. */
async function originalEvent(ctx: Context, { type, row }: TypedEvent): Promise<OriginalEvent | null> {
  if (!isOriginal(type)) return null;
  const lead = () => getLead(ctx, row.email ?? "");
  if (type === "lead.created") return { event: originalEventNames[type], data: await lead() };
  if (type === "code.claimed")
    return { event: originalEventNames[type], data: { lead: await lead(), code: await getCode(ctx, row.code_key ?? "") } };
  const [first] = await listBatchCodes(ctx, String(row.data.batch), { after: null, limit: 1 });
  return first ? { event: originalEventNames[type], data: await getCode(ctx, first.id) } : null;
}
