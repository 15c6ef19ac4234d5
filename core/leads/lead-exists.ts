import { and, eq } from "drizzle-orm";
import { leads } from "@/db/schema";
import type { Context } from "../context";

/** Returns whether there is a lead with this email. */
export async function leadExists({ db, projectId }: Context, email: string): Promise<boolean> {
  const [lead] = await db
    .select({ email: leads.email })
    .from(leads)
    .where(and(eq(leads.projectId, projectId), eq(leads.email, email)));
  return lead !== undefined;
}
