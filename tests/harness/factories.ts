import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { CodeType } from "@/contract/codes";
import type { KeyScope } from "@/contract/endpoint";
import type { LeadRecord } from "@/contract/leads";
import type { Metadata } from "@/contract/metadata";
import { normalizeCode } from "@/contract/normalize";
import type { Answers } from "@/contract/questions";
import type { Context } from "@/core/context";
import { encryptServer } from "@/core/email-delivery/transport";
import { generateKey } from "@/core/keys/key-format";
import { authenticateKey, storeKey } from "@/core/keys/store";
import { generateReferralCode } from "@/core/leads/record";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";
import type { JobQueue } from "@/db/queue";
import { batches, claims, codes, leads, projects, suppressions } from "@/db/schema";
import { newId, sha256Hex } from "@/lib/ids";
import type { SmtpServerSettings } from "@/lib/smtp";

export { createCookie, insertStaff } from "./staff";

/** A project with its API keys. `ctx` acts with the secret key, `publicCtx` with the public key. */
export type Project = { ctx: Context; publicCtx: Context; db: Database; publicKey: string; secretKey: string };

let idCount = 0;
// Above the indexes of other codes, because a test can add one to their batch.
let nextBatchIndex = 100_000_000;
/** Returns a different text on every call. */
export const uniqueId = (): string => `${(++idCount).toString(36)}${randomUUID().slice(0, 8)}`;

export const uniqueEmail = (): string => `lead-${uniqueId()}@example.org`;

/** Returns the contexts for a project's keys. */
export async function buildProject(db: Database, queue: JobQueue, keys: { publicKey: string; secretKey: string }): Promise<Project> {
  const contextForKey = async (key: string): Promise<Context> => {
    const credential = await authenticateKey(db, sha256Hex(key));
    if (credential === null) throw new Error("The key belongs to no project");
    return { db, queue, projectId: credential.projectId, actor: { kind: credential.kind, id: credential.keyId }, requestId: null };
  };
  return { ...keys, db, ctx: await contextForKey(keys.secretKey), publicCtx: await contextForKey(keys.publicKey) };
}

/** Inserts another project into the same database. */
export async function insertProject(
  { db, queue }: Context,
  { name = "Another", allowedOrigins = [] as string[], timeZone = "UTC" } = {},
): Promise<Project> {
  const [project] = await db.insert(projects).values({ name, allowedOrigins, timeZone }).returning({ id: projects.id });
  if (!project) throw new Error("The project was not inserted");
  const keys = { publicKey: generateKey("public_key"), secretKey: generateKey("secret_key") };
  for (const value of Object.values(keys)) await storeKey(db, { projectId: project.id, value, name: "A key" });
  return buildProject(db, queue, keys);
}

/** Sets a project's SMTP server. */
export async function connectSmtpServer({ db, projectId }: Context, server: Partial<SmtpServerSettings> = {}): Promise<void> {
  const settings: SmtpServerSettings = { host: "127.0.0.1", port: 9, security: "none", user: null, password: null, ...server };
  await db
    .update(projects)
    .set({ smtpEncrypted: encryptServer(projectId, settings), smtpSetByRole: "owner" })
    .where(eq(projects.id, projectId));
}

/** Adds an API key to the project. */
export async function insertApiKey(
  { db, projectId }: Context,
  kind: "public_key" | "secret_key",
  { name = "Another key", revoked = false, scopes }: { name?: string; revoked?: boolean; scopes?: readonly KeyScope[] } = {},
): Promise<string> {
  const key = generateKey(kind);
  await storeKey(db, { projectId, value: key, name, scopes });
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
  hasClaimed?: boolean;
  status?: LeadRecord["status"];
  source?: LeadRecord["source"];
  sourceTag?: string;
  referredBy?: string;
  notes?: string;
  tags?: string[];
  metadata?: Metadata;
  externalId?: string;
  answers?: Answers;
  confirmedAt?: string;
  suppressed?: boolean;
  createdAt?: string;
};

/** Inserts a lead directly into the database and returns its email. */
export async function insertLead(
  { db, projectId }: Context,
  { email = uniqueEmail(), suppressed = false, ...rest }: LeadOptions = {},
): Promise<string> {
  await db.insert(leads).values({ projectId, email, referralCode: generateReferralCode(), ...rest });
  if (suppressed) await db.insert(suppressions).values({ projectId, email, reason: "unsubscribed" });
  return email;
}

/** Inserts many leads and returns their emails. */
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

/** Inserts leads on the waitlist, in this order. Every second one has confirmed their email. */
export async function insertWaitlist({ db, projectId }: Context, amount: number): Promise<string[]> {
  const emails = Array.from({ length: amount }, (_, index) => `lead${String(index).padStart(4, "0")}-${projectId}@example.org`);
  await db.execute(
    sql`insert into leads (project_id, email, referral_code, on_waitlist, waitlist_changed_at, waitlist_sort_key, confirmed_at)
      select ${projectId}::int, item, 'r' || position, true, now(), position, case when position % 2 = 0 then now() end
      from jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb) with ordinality as items (item, position)`,
  );
  return emails;
}

export type BatchOptions = {
  name?: string;
  type?: CodeType;
  paused?: boolean;
  allowedDomains?: string[] | null;
  oncePerBatch?: "email" | "mailbox" | null;
};

/** Inserts a batch without codes and returns its id. */
export async function insertBatch(
  { db, projectId }: Context,
  { name = "A batch", type = "creative", paused = false, ...restrictions }: BatchOptions = {},
): Promise<string> {
  const id = newId();
  await db.insert(batches).values({
    projectId,
    id,
    name,
    type,
    ...restrictions,
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
  tags?: string[];
  metadata?: Metadata;
  externalId?: string;
  /** When holds end, by email. */
  holds?: Record<string, string>;
};

/** Inserts a code directly into the database, with its claims and their leads, and returns its text. */
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

/** Returns the time `seconds` from now, as in a request. */
export const secondsFromNow = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** Returns a code's claim counter and its number of claims in the database. */
export async function getClaimCounts({ db, projectId }: Context, text: string): Promise<{ counter: number; claims: number }> {
  const key = normalizeCode(text);
  const [row] = await queryRows<{ counter: number; claims: number }>(
    db,
    sql`select claims as counter, (select count(*)::int from claims k where k.project_id = c.project_id and k.code_key = c.key) as claims
      from codes c where project_id = ${projectId} and key = ${key}`,
  );
  if (!row) throw new Error(`The code ${text} doesn't exist`);
  return { counter: row.counter, claims: row.claims };
}

const ignoredTables = ["idempotent_responses", "idempotent_response_chunks", "rate_limit_windows", "stats"];

/**
 * Returns a fingerprint of every table's rows and of the job queue, equal if nothing changed. Ignores stored responses, rate limits, stats,
 * and when keys and staff were last seen.
 */
export async function fingerprintDatabase(db: Database): Promise<Record<string, string>> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and (table_schema = 'public' or (table_schema = 'pgboss' and table_name like 'job%')) order by 1`,
  );
  const fingerprints = tables
    .filter(({ name }) => !ignoredTables.some((table) => name === `public.${table}`))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(t) - 'last_used_at' - 'last_seen_at')::text, 0)), 0) as fingerprint from ${name} t`,
    );
  const rows = await queryRows<{ name: string; fingerprint: string }>(db, sql.raw(fingerprints.join(" union all ")));
  return Object.fromEntries(rows.map(({ name, fingerprint }) => [name, fingerprint]));
}
