import { sql } from "drizzle-orm";
import { normalizeCode, setAmbiguousCodeKeys } from "@/contract/normalize";
import type { Database } from "./client";
import { queryRows, type RowOf } from "./query";
import type { ambiguousCodes, binEntries, codes } from "./schema";

type Code = RowOf<typeof codes, "project_id" | "key" | "text">;

/** How many codes are read at a time. */
const chunkSize = 10_000;

/**
 * Gives codes of earlier versions the key that `normalizeCode` returns now, and changes what refers to them. A code whose key is taken keeps
 * its own, and becomes an ambiguous code. Can run again.
 */
export async function renewCodeKeys(db: Database): Promise<void> {
  for (let after = { project_id: 0, key: "" }; ; ) {
    // Only keys of texts with other characters than ASCII differ.
    const read = await queryRows<Code>(
      db,
      sql`select project_id, key, text from codes where octet_length(text) <> char_length(text)
        and (project_id, key) > (${after.project_id}::int, ${after.key}) order by project_id, key limit ${chunkSize}`,
    );
    for (const code of read) if (normalizeCode(code.text) !== code.key) await renewKey(db, code, normalizeCode(code.text));
    const last = read.at(-1);
    if (last === undefined || read.length < chunkSize) break;
    after = last;
  }
  await renewDeletedCodes(db);
}

const renewKey = (db: Database, { project_id: projectId, key }: Code, newKey: string): Promise<void> =>
  db.transaction(async (tx) => {
    const taken = await queryRows(tx, sql`select from codes where project_id = ${projectId} and key = ${newKey}`);
    if (taken.length > 0) {
      await tx.execute(sql`insert into ambiguous_codes (project_id, key) values (${projectId}, ${key}) on conflict do nothing`);
      return;
    }
    // Claims change with their code.
    await tx.execute(sql`update codes set key = ${newKey} where project_id = ${projectId} and key = ${key}`);
    // Before the invitations, by which the leads are found.
    await tx.execute(sql`update leads l set invitation_code = ${newKey} from lead_invitations i
      where i.project_id = ${projectId} and i.code_key = ${key} and l.project_id = i.project_id and l.email = i.email and l.invitation_code = ${key}`);
    for (const table of references)
      await tx.execute(sql`update ${sql.raw(table)} set code_key = ${newKey} where project_id = ${projectId} and code_key = ${key}`);
  });

/** Changes the keys of codes in the bin, with those of their claims. */
async function renewDeletedCodes(db: Database): Promise<void> {
  const deleted = await queryRows<RowOf<typeof binEntries, "project_id" | "id" | "key" | "label">>(
    db,
    sql`select project_id, id, key, label from bin_entries where kind = 'code' and octet_length(label) <> char_length(label)`,
  );
  for (const { project_id: projectId, id, key, label } of deleted) {
    const newKey = normalizeCode(label);
    if (newKey === key) continue;
    await db.transaction(async (tx) => {
      await tx.execute(sql`update bin_entries set key = ${newKey}, row = jsonb_set(row, '{key}', to_jsonb(${newKey}::text))
        where project_id = ${projectId} and id = ${id}`);
      await tx.execute(sql`update bin_rows set row = jsonb_set(row, '{code_key}', to_jsonb(${newKey}::text))
        where project_id = ${projectId} and entry_id = ${id} and kind = 'claim'`);
    });
  }
}

/** The tables that refer to codes by their key, besides claims and leads. Failed claims have the key of what was typed. */
const references = ["sends", "deliveries", "events", "lead_invitations"] as const;

/** Loads which codes of earlier versions are found only as they are written. */
export async function loadAmbiguousCodeKeys(db: Database): Promise<void> {
  const rows = await queryRows<RowOf<typeof ambiguousCodes>>(db, sql`select project_id, key from ambiguous_codes`);
  setAmbiguousCodeKeys(rows.map(({ key }) => key));
}
