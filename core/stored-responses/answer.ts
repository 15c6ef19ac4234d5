import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { EventKind } from "@/contract/events";
import type { Calls } from "@/contract/index";
import type { LeadRecord } from "@/contract/leads";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { itemsIn, minIdSince } from "../sql";

type Parsed<S> = [NonNullable<S>] extends [never] ? undefined : z.output<NonNullable<S>>;

/** A stored response with the request that it answered. `data` parses it, `text` reads it in parts. `storedAt` is the time of the write. */
export type StoredAnswer<Call extends keyof Calls> = {
  params: Parsed<Calls[Call]["params"]>;
  body: Parsed<Calls[Call]["body"]>;
  storedAt: string;
  data: () => Promise<z.output<Calls[Call]["reply"]>>;
  text: () => AsyncIterable<string>;
};

/** Returns whether a stored response is still true: what it reports wasn't undone, deleted or revoked since. */
export type TruthCheck<Call extends keyof Calls> = (ctx: Context, answer: StoredAnswer<Call>) => Promise<boolean>;

/** Returns whether two records have the same values in the fields that a request set. */
export const hasSameFields = <T extends object>(current: T, stored: T, input: object, fields: readonly (keyof T & string)[]): boolean =>
  fields.every((field) => !isGiven(input, field) || isDeepStrictEqual(current[field], stored[field]));

const isGiven = (input: object, field: string): boolean => (input as Record<string, unknown>)[field] !== undefined;

type TagInput = { tags?: string[] | undefined; addTags?: string[] | undefined; removeTags?: string[] | undefined };

/** Returns whether a record has the tags that a request set. */
export const hasTags = (current: readonly string[], { tags, addTags = [], removeTags = [] }: TagInput): boolean =>
  (tags === undefined || isDeepStrictEqual([...current].sort(), [...tags].sort())) &&
  addTags.every((tag) => current.includes(tag)) &&
  !removeTags.some((tag) => current.includes(tag));

type MetadataRecord = Pick<LeadRecord, "metadata" | "externalId">;
type MetadataInput = { metadata?: Record<string, string | null> | undefined };

/** Returns whether two records have the same values in the metadata and external ID that a request set. */
export const hasSameMetadata = (current: MetadataRecord, stored: MetadataRecord, input: MetadataInput): boolean =>
  hasSameFields(current, stored, input, ["externalId"]) &&
  Object.keys(input.metadata ?? {}).every((key) => current.metadata[key] === stored.metadata[key]);

/** Returns whether an event of these kinds was recorded about any of the leads or codes after a time. */
export async function hasEventSince(
  { db, projectId }: Context,
  since: string,
  { kinds, column, keys }: { kinds: readonly EventKind[]; column: "email" | "code_key"; keys: readonly string[] },
): Promise<boolean> {
  const found = await queryRows(
    db,
    sql`select from events e where e.project_id = ${projectId} and e.${sql.identifier(column)} in ${itemsIn(keys)} and e.kind in ${itemsIn(kinds)}
      and e.id >= ${minIdSince(since)} and e.at > ${since}::timestamptz limit 1`,
  );
  return found.length > 0;
}
