import { eq, sql } from "drizzle-orm";
import { projects } from "@/db/schema";
import { sha256Hex } from "@/lib/ids";
import { ApiError } from "../api-error";
import { type Context, isPublicCaller } from "../context";

/** The id of a consent text. Leads store the id, so that each text is stored only once. */
export const createConsentId = (text: string): string => sha256Hex(text);

/** Stores consent texts that leads can agree to from now on. */
export async function storeConsentTexts({ db, projectId }: Context, texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return;
  const values = [...new Set(texts)].map((text) => ({ id: createConsentId(text), text }));
  await db.execute(
    sql`insert into consents (project_id, id, text) select ${projectId}::int, v.id, v.text
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (id text, text text) order by v.id on conflict do nothing`,
  );
}

/** Returns the consent text of the project, or `null` if it has none. */
export async function getConsentText({ db, projectId }: Context): Promise<string | null> {
  const [project] = await db.select({ consentText: projects.consentText }).from(projects).where(eq(projects.id, projectId));
  return project?.consentText || null;
}

/**
 * Returns the id of the consent text that a person agreed to, or `null` if the project has none or they didn't agree. `consent` is `true`, or
 * the id of the text that the form showed. Throws `invalid_input` if that text has changed, or if a public caller didn't agree to the text.
 */
export async function getAgreedConsentId(ctx: Context, consent: boolean | string = false): Promise<string | null> {
  if (consent === false && !isPublicCaller(ctx)) return null;
  const text = await getConsentText(ctx);
  if (text === null) return null;
  assertAgreed(text, consent);
  return createConsentId(text);
}

/** Throws `invalid_input` if a person didn't agree to this consent text, or to another one. */
export function assertAgreed(text: string, consent: boolean | string): void {
  if (consent !== true && consent !== createConsentId(text))
    throw new ApiError("invalid_input", { fields: { consent: ["Check this box to join the waitlist."] } });
}
