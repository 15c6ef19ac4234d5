import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queryRows, type RowOf } from "@/db/query";
import { staff } from "@/db/schema";
import { currentTime } from "@/lib/clock";
import { isSignature, signature } from "@/lib/encryption";
import type { Context } from "../context";

const purpose = "browser that signed in";

/** How long a browser counts as one that has signed in before, in seconds. */
export const knownBrowserLifetime = 180 * 24 * 3600;

type Account = RowOf<typeof staff, "email" | "browser_version">;

const signedText = (projectId: number, signedInAt: string, { email, browser_version }: Account): string =>
  `${projectId} ${signedInAt} ${browser_version} ${email}`;

/**
 * Creates what a browser keeps after signing in to the account of a session, in a cookie: when that was, in seconds since 1970, and a signature
 * of it with the account's email and version.
 */
export async function createKnownBrowser(
  db: Database,
  { projectId, sessionId }: { projectId: number; sessionId: string },
): Promise<string> {
  const [account] = await queryRows<Account>(
    db,
    sql`select s.email, s.browser_version from sessions b join staff s on s.project_id = b.project_id and s.id = b.staff_id
      where b.project_id = ${projectId} and b.id = ${sessionId}::uuid`,
  );
  const signedInAt = String(Math.floor(currentTime() / 1000));
  return account ? `${signedInAt}.${signature(signedText(projectId, signedInAt, account), purpose)}` : "";
}

/** Whether a browser has signed in to the account with this email before, and the account hasn't ended that since. */
export async function isKnownBrowser({ db, projectId }: Context, email: string, value: string | undefined): Promise<boolean> {
  const [, signedInAt, proof = ""] = /^(\d{1,12})\.([\w-]+)$/.exec(value ?? "") ?? [];
  if (signedInAt === undefined || Number(signedInAt) + knownBrowserLifetime < currentTime() / 1000) return false;
  const [account] = await db
    .select({ email: staff.email, browser_version: staff.browserVersion })
    .from(staff)
    .where(and(eq(staff.projectId, projectId), eq(staff.email, email), isNull(staff.removedAt)));
  return account !== undefined && isSignature(proof, signedText(projectId, signedInAt, account), purpose);
}

/** Ends what all browsers keep from signing in to an account, in the caller's transaction. */
export const forgetKnownBrowsers = ({ db, projectId }: Context, staffId: string): Promise<unknown> =>
  db.execute(sql`update staff set browser_version = browser_version + 1 where project_id = ${projectId} and id = ${staffId}::uuid`);
