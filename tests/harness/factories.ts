import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { CodeType } from "@/contract/codes";
import { normalizeCode } from "@/contract/normalize";
import type { Context } from "@/core/context";
import { encryptServer } from "@/core/email-delivery/smtp-credentials";
import { authenticateKey, generateKey, storeKey } from "@/core/keys/key";
import { generateReferralCode } from "@/core/leads/referral-code";
import type { Database } from "@/db/client";
import type { JobQueue } from "@/db/queue";
import { queryRows } from "@/db/query";
import { batches, claims, codes, leads, projects, suppressions } from "@/db/schema";
import { newId, sha256Hex } from "@/lib/ids";
import type { SmtpServerSettings } from "@/lib/smtp";

export { insertStaff as aStaff, createCookie as signedIn } from "./staff";

/** A project with its keys. `ctx` acts by the secret key, `publicCtx` by the public one. */
export type Project = { ctx: Context; publicCtx: Context; db: Database; publicKey: string; secretKey: string };

let idCount = 0;
let nextBatchIndex = 0;
/** Differs at every call, for what a test needs but does not speak of. */
export const uniqueId = (): string => `${(++idCount).toString(36)}${randomUUID().slice(0, 8)}`;

export const uniqueEmail = (): string => `lead-${uniqueId()}@example.org`;

/** The contexts of a project whose keys are given. */
export async function buildProject(db: Database, queue: JobQueue, keys: { publicKey: string; secretKey: string }): Promise<Project> {
  const contextForKey = async (key: string): Promise<Context> => {
    const fingerprints = await authenticateKey(db, sha256Hex(key));
    if (fingerprints === null) throw new Error("That key is of no project");
    return { db, queue, projectId: fingerprints.projectId, actor: { kind: fingerprints.kind, id: fingerprints.keyId }, requestId: null };
  };
  return { ...keys, db, ctx: await contextForKey(keys.secretKey), publicCtx: await contextForKey(keys.publicKey) };
}

/** Another project in the same database. */
export async function insertProject({ db, queue }: Context, { name = "Another", allowedOrigins = [] as string[] } = {}): Promise<Project> {
  const [project] = await db.insert(projects).values({ name, allowedOrigins }).returning({ id: projects.id });
  if (!project) throw new Error("No project was made");
  const keys = { publicKey: generateKey("public_key"), secretKey: generateKey("secret_key") };
  for (const value of Object.values(keys)) await storeKey(db, { projectId: project.id, value, name: "A key" });
  return buildProject(db, queue, keys);
}

/** Gives a project a mail server of its own. */
export async function connectSmtpServer({ db, projectId }: Context, server: Partial<SmtpServerSettings> = {}): Promise<void> {
  const settings: SmtpServerSettings = { host: "127.0.0.1", port: 9, security: "none", user: null, password: null, ...server };
  await db
    .update(projects)
    .set({ smtpSealed: encryptServer(projectId, settings) })
    .where(eq(projects.id, projectId));
}

/** Another key of the project; `revoked` ones were live once. */
export async function insertApiKey(
  { db, projectId }: Context,
  kind: "public_key" | "secret_key",
  { name = "Another key", revoked = false } = {},
): Promise<string> {
  const key = generateKey(kind);
  await storeKey(db, { projectId, value: key, name });
  if (revoked) await revokeApiKey(db, key);
  return key;
}

export async function revokeApiKey(db: Database, key: string): Promise<void> {
  await db.execute(sql`update api_keys set revoked_at = now() where hash = ${sha256Hex(key)}`);
}

export type LeadOptions = {
  email?: string;
  firstname?: string;
  lastname?: string;
  onWaitlist?: boolean;
  referredBy?: string;
  notes?: string;
  suppressed?: boolean;
  createdAt?: string;
};

/** A lead, written into the database as it is. Answers its address. */
export async function insertLead(
  { db, projectId }: Context,
  { email = uniqueEmail(), suppressed = false, ...rest }: LeadOptions = {},
): Promise<string> {
  await db.insert(leads).values({ projectId, email, referralCode: generateReferralCode(), ...rest });
  if (suppressed) await db.insert(suppressions).values({ projectId, email, reason: "unsubscribed" });
  return email;
}

/** `amount` leads at once. Answers their addresses. */
export async function insertLeads(ctx: Context, amount: number, rest: Omit<LeadOptions, "email"> = {}): Promise<string[]> {
  const emails = Array.from({ length: amount }, (_, i) => `lead${i}-${uniqueId()}@example.org`);
  for (let start = 0; start < amount; start += 2000) {
    const chunk = emails
      .slice(start, start + 2000)
      .map((email) => ({ projectId: ctx.projectId, email, referralCode: generateReferralCode(), ...rest }));
    await ctx.db.insert(leads).values(chunk);
  }
  return emails;
}

export type BatchOptions = { name?: string; type?: CodeType; paused?: boolean };

/** A batch without codes. Answers its id. */
export async function insertBatch(
  { db, projectId }: Context,
  { name = "A batch", type = "creative", paused = false }: BatchOptions = {},
): Promise<string> {
  const id = newId();
  await db.insert(batches).values({
    projectId,
    id,
    name,
    type,
    amount: 1,
    allowedClaims: 1,
    codeCount: 0,
    totalAllowedClaims: 0,
    pausedAt: paused ? new Date().toISOString() : null,
  });
  return id;
}

export type CodeOptions = {
  text?: string;
  type?: CodeType;
  allowedClaims?: number;
  validFrom?: string | null;
  validUntil?: string | null;
  reservedFor?: string | null;
  paused?: boolean;
  batch?: string;
  claimedBy?: readonly string[];
};

/** A code, written into the database as it is; who claimed it become leads. Answers its text. */
export async function insertCode(ctx: Context, options: CodeOptions = {}): Promise<string> {
  const { db, projectId } = ctx;
  const { text = `test-${uniqueId()}`, type = "creative", allowedClaims = 1, paused = false, claimedBy = [], batch, ...rest } = options;
  const batchId = batch ?? (await insertBatch(ctx, { type }));
  await db.insert(codes).values({
    projectId,
    key: normalizeCode(text),
    text,
    type,
    allowedClaims,
    claims: claimedBy.length,
    pausedAt: paused ? new Date().toISOString() : null,
    batchId,
    batchIndex: nextBatchIndex++,
    ...rest,
  });
  await db.execute(
    sql`update batches set code_count = code_count + 1, total_allowed_claims = total_allowed_claims + ${allowedClaims}::int where project_id = ${projectId} and id = ${batchId}`,
  );
  for (const email of claimedBy) {
    await db
      .insert(leads)
      .values({ projectId, email, referralCode: generateReferralCode(), hasClaimed: true })
      .onConflictDoUpdate({ target: [leads.projectId, leads.email], set: { hasClaimed: true } });
    const claimedAt = new Date().toISOString();
    await db.insert(claims).values({ projectId, codeKey: normalizeCode(text), email, batchId, source: "api", claimedAt });
  }
  return text;
}

/** A moment so many seconds from now, as a request writes it. */
export const secondsFromNow = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** What the database says of a code: its counter and the claims there are. */
export async function getClaimCounts({ db, projectId }: Context, text: string): Promise<{ counter: number; claims: number }> {
  const key = normalizeCode(text);
  const [row] = await queryRows<{ counter: number; claims: number }>(
    db,
    sql`select claims as counter, (select count(*)::int from claims k where k.project_id = c.project_id and k.code_key = c.key) as claims
      from codes c where project_id = ${projectId} and key = ${key}`,
  );
  if (!row) throw new Error(`There is no code ${text}`);
  return { counter: row.counter, claims: row.claims };
}

const ignoredTables = ["idempotent_responses", "idempotent_response_chunks", "rate_limit_windows", "stats"];

/** A fingerprint of every table's rows but the stored answers, budgets and figures, and of the job queue; equal where nothing changed. When keys were last used and staff last seen does not count. */
export async function fingerprintDatabase(db: Database): Promise<Record<string, string>> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and (table_schema = 'public' or (table_schema = 'pgboss' and table_name like 'job%')) order by 1`,
  );
  const fingerprints: Record<string, string> = {};
  for (const { name } of tables) {
    if (ignoredTables.some((table) => name === `public.${table}`)) continue;
    const [row] = await queryRows<{ fingerprint: string }>(
      db,
      sql`select count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(t) - 'last_used_at' - 'last_seen_at')::text, 0)), 0) as mark from ${sql.raw(name)} t`,
    );
    fingerprints[name] = row?.fingerprint ?? "";
  }
  return fingerprints;
}
