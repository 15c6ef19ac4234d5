import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import { sha256Hex } from "@/lib/ids";
import { ApiError } from "../api-error";
import type { Context } from "../context";

/** What names a wording: leads keep that, and the wording once for all. */
export const createConsentId = (wording: string): string => sha256Hex(wording);

/** Keeps a wording that whoever joins from now on agrees to. */
export async function storeConsentText({ db, projectId }: Context, wording: string): Promise<void> {
  await db.execute(
    sql`insert into consents (project_id, id, text) values (${projectId}, ${createConsentId(wording)}, ${wording}) on conflict do nothing`,
  );
}

/** The id of the wording that whoever joins is asked to agree to now; null where the project asks for none. */
export async function getConsentId({ db, projectId }: Context): Promise<string | null> {
  const [row] = await rows<{ consent_text: string | null }>(db, sql`select consent_text from projects where id = ${projectId}`);
  return row?.consent_text ? createConsentId(row.consent_text) : null;
}

/**
 * Refuses with `invalid_input` whoever has not agreed to what the project asks for, or to another wording than the present one: they are to
 * read that first. Answers whether it asks for anything.
 */
export async function requireConsent(ctx: Context, agreed: string | undefined): Promise<boolean> {
  const asked = await getConsentId(ctx);
  if (asked !== null && agreed !== asked) throw new ApiError("invalid_input", { fields: { consent: ["Agree to this to join."] } });
  return asked !== null;
}
