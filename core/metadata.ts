import { isDeepStrictEqual } from "node:util";
import { type SQL, sql } from "drizzle-orm";
import { maxMetadataKeys } from "@/contract/limits";
import { applyMetadataChange, type Metadata, type MetadataChange, parseMetadataFilter, tooManyMetadataKeys } from "@/contract/metadata";
import { violatedConstraint } from "@/db/query";
import { ApiError } from "./api-error";
import type { Context } from "./context";
import { itemsIn } from "./sql";

/** Metadata and an external ID as they are stored: null if there is none, so that no index has an entry. */
export type StoredMetadata = { metadata: Metadata | null; externalId: string | null };

/** Returns metadata as it is stored. */
export const toStoredMetadata = (metadata: Metadata = {}): Metadata | null => (Object.keys(metadata).length === 0 ? null : metadata);

/** The condition that a column of metadata has a value, written as `plan:pro`. */
export const hasMetadata = (column: SQL, filter: string): SQL => sql`${column} @> ${JSON.stringify(parseMetadataFilter(filter))}::jsonb`;

type MetadataInput = { metadata?: MetadataChange | undefined; externalId?: string | null | undefined };

/** Returns which of metadata and external ID a change alters, with their new values. There can be more keys than a lead or code can have. */
export function compareMetadata(current: StoredMetadata, { metadata, externalId }: MetadataInput): Partial<StoredMetadata> {
  const changes: Partial<StoredMetadata> = {};
  const changed = toStoredMetadata(applyMetadataChange(current.metadata ?? {}, metadata));
  if (!isDeepStrictEqual(changed, toStoredMetadata(current.metadata ?? undefined))) changes.metadata = changed;
  if (externalId !== undefined && externalId !== current.externalId) changes.externalId = externalId;
  return changes;
}

/** The error if changed metadata has more keys than it can have, or null. */
export const tooManyKeysError = ({ metadata }: Partial<StoredMetadata>): ApiError | null =>
  Object.keys(metadata ?? {}).length <= maxMetadataKeys
    ? null
    : new ApiError("invalid_input", { fields: { metadata: [tooManyMetadataKeys] } });

/** Returns what `compareMetadata` does. Throws `invalid_input` for too many keys. */
export function findMetadataChanges(current: StoredMetadata, input: MetadataInput): Partial<StoredMetadata> {
  const changes = compareMetadata(current, input);
  const error = tooManyKeysError(changes);
  if (error) throw error;
  return changes;
}

const externalIdIndexes: readonly (string | undefined)[] = ["leads_external_id_key", "codes_external_id_key"];

/** Waits for a statement that saves external IDs. Throws `external_id_exists` if another lead or code has one of them. */
export const savingExternalIds = <T>(statement: Promise<T>): Promise<T> =>
  statement.catch((error: unknown) => {
    throw externalIdIndexes.includes(violatedConstraint(error)) ? new ApiError("external_id_exists") : error;
  });

/**
 * The condition that a filter with the name `key` and the text `value` is by one of these leads: their email, or in a list of leads their external
 * ID. They are about to be deleted, or in the bin.
 */
export function isFilterByLeads(
  { projectId }: Context,
  emails: readonly string[],
  { list, key, value }: Record<"list" | "key" | "value", SQL>,
): SQL {
  const ids = sql`select l.external_id from leads l where l.project_id = ${projectId} and l.email in ${itemsIn(emails)} and l.external_id is not null
    union all select e.row ->> 'external_id' from bin_entries e
      where e.project_id = ${projectId} and e.kind = 'lead' and e.key in ${itemsIn(emails)} and e.row ->> 'external_id' is not null`;
  return sql`(lower(${value}) in ${itemsIn(emails)} or (${list} in ('leads', 'waitlist') and ${key} = 'externalId' and ${value} in (${ids})))`;
}
