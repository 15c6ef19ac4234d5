import { sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { projects } from "@/db/schema";
import { sha256Hex } from "@/lib/ids";
import { ApiError } from "../api-error";
import type { Context } from "../context";

/** The id of a consent text. Leads store the id, so that each text is stored only once. */
export const createConsentId = (text: string): string => sha256Hex(text);

/** Stores a consent text that leads can agree to from now on. */
export async function storeConsentText({ db, projectId }: Context, text: string): Promise<void> {
  await db.execute(
    sql`insert into consents (project_id, id, text) values (${projectId}, ${createConsentId(text)}, ${text}) on conflict do nothing`,
  );
}

/** Returns the id of the project's current consent text, or `null` if it has none. */
export async function getConsentId({ db, projectId }: Context): Promise<string | null> {
  const [project] = await queryRows<RowOf<typeof projects, "consent_text">>(
    db,
    sql`select consent_text from projects where id = ${projectId}`,
  );
  return project?.consent_text ? createConsentId(project.consent_text) : null;
}

/** Throws `invalid_input` if the person didn't agree to the current consent text. Returns whether the project has one. */
export async function requireConsent(ctx: Context, agreedId: string | undefined): Promise<boolean> {
  const currentId = await getConsentId(ctx);
  if (currentId !== null && agreedId !== currentId)
    throw new ApiError("invalid_input", { fields: { consent: ["Check this box to join the waitlist."] } });
  return currentId !== null;
}
