import { and, eq } from "drizzle-orm";
import { staffIdentities } from "@/db/schema";
import type { Context } from "../context";

/** An account at an identity provider. */
export type ProviderAccount = { provider: string; issuer: string; subject: string };

const isAccount = ({ projectId }: Context, { provider, issuer, subject }: ProviderAccount) =>
  and(
    eq(staffIdentities.projectId, projectId),
    eq(staffIdentities.provider, provider),
    eq(staffIdentities.issuer, issuer),
    eq(staffIdentities.subject, subject),
  );

/** Returns the staff member who signed in with an account before, or null. */
export async function findByAccount(ctx: Context, account: ProviderAccount): Promise<string | null> {
  const [row] = await ctx.db.select({ staffId: staffIdentities.staffId }).from(staffIdentities).where(isAccount(ctx, account));
  return row?.staffId ?? null;
}

/** Connects an account to a staff member. Returns false if they already have another account at the provider, or the account is someone else's. */
export async function connectAccount(ctx: Context, staffId: string, account: ProviderAccount): Promise<boolean> {
  await ctx.db
    .insert(staffIdentities)
    .values({ projectId: ctx.projectId, staffId, ...account })
    .onConflictDoNothing();
  return (await findByAccount(ctx, account)) === staffId;
}

/** Disconnects all accounts of a staff member in the caller's transaction. */
export async function deleteIdentities({ db, projectId }: Context, staffId: string): Promise<void> {
  await db.delete(staffIdentities).where(and(eq(staffIdentities.projectId, projectId), eq(staffIdentities.staffId, staffId)));
}
