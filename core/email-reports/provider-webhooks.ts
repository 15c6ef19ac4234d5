import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { EmailDeliverySettings, updateEmailDeliveryEndpoint } from "@/contract/email-delivery";
import { type EmailProvider, emailProviders } from "@/contract/enums";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";
import { emailWebhooks } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { decrypt, encrypt, reencrypt } from "@/lib/encryption";
import { pageUrl } from "@/lib/env";
import { sha256Hex } from "@/lib/ids";
import { getUrl } from "@/lib/outgoing-request";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { consumeRateLimit, type RateLimit, retryAfterHeader } from "../rate-limits";
import { readPostmarkReport } from "./postmark";
import { type EmailReport, type ReportResult, recordReport } from "./record";
import { readResendReport } from "./resend";
import { type FetchText, readSesReport } from "./ses";

type WebhookSecrets = NonNullable<z.output<typeof updateEmailDeliveryEndpoint.body>["webhooks"]>;

const encryptionPurpose = (projectId: number, provider: EmailProvider): string => `${provider} webhook of project ${projectId}`;

/** Returns the secret of a webhook, or `null` if it isn't set up or AUTH_SECRET has changed since. */
async function getSecret({ db, projectId }: Context, provider: EmailProvider): Promise<string | null> {
  const [row] = await db
    .select({ secret: emailWebhooks.secretEncrypted })
    .from(emailWebhooks)
    .where(and(eq(emailWebhooks.projectId, projectId), eq(emailWebhooks.provider, provider)));
  try {
    return row ? decrypt(row.secret, encryptionPurpose(projectId, provider)) : null;
  } catch {
    return null;
  }
}

/** Returns the webhooks of the providers, without their secrets. */
export async function getProviderWebhooks(ctx: Context): Promise<EmailDeliverySettings["webhooks"]> {
  const reports = await queryRows<{ source: string; last_at: string | null }>(
    ctx.db,
    sql`select source, max(created_at) as last_at from email_reports where project_id = ${ctx.projectId} group by source`,
  );
  const entries = await Promise.all(
    emailProviders.map(async (provider) => {
      const secret = await getSecret(ctx, provider);
      const lastReportAt = isoTimestamp(reports.find(({ source }) => source === provider)?.last_at ?? null);
      const webhook = { url: pageUrl(`/api/inbound/${provider}`), isSetUp: secret !== null, lastReportAt };
      return [provider, provider === "ses" ? { ...webhook, topicArn: secret } : webhook] as const;
    }),
  );
  return Object.fromEntries(entries) as EmailDeliverySettings["webhooks"];
}

/** Sets up webhooks, or removes those that are null, and returns whether anything changed. */
export async function saveProviderWebhooks(ctx: Context, secrets: WebhookSecrets): Promise<boolean> {
  const { db, projectId } = ctx;
  let hasChanged = false;
  for (const provider of emailProviders) {
    const secret = secrets[provider];
    if (secret === undefined || secret === (await getSecret(ctx, provider))) continue;
    hasChanged = true;
    if (secret === null)
      await db.delete(emailWebhooks).where(and(eq(emailWebhooks.projectId, projectId), eq(emailWebhooks.provider, provider)));
    else {
      const secretEncrypted = encrypt(secret, encryptionPurpose(projectId, provider));
      await db
        .insert(emailWebhooks)
        .values({ projectId, provider, secretEncrypted })
        .onConflictDoUpdate({ target: [emailWebhooks.projectId, emailWebhooks.provider], set: { secretEncrypted } });
    }
  }
  return hasChanged;
}

/** Encrypts the secrets that were encrypted with an earlier AUTH_SECRET with the current one, in all projects. */
export async function reencryptProviderWebhooks(db: Database, secrets?: string[]): Promise<void> {
  for (const { projectId, provider, secretEncrypted } of await db.select().from(emailWebhooks)) {
    const next = reencrypt(secretEncrypted, encryptionPurpose(projectId, provider), secrets);
    // Unless it was changed after it was read.
    if (next !== null)
      await db
        .update(emailWebhooks)
        .set({ secretEncrypted: next })
        .where(
          and(
            eq(emailWebhooks.projectId, projectId),
            eq(emailWebhooks.provider, provider),
            eq(emailWebhooks.secretEncrypted, secretEncrypted),
          ),
        );
  }
}

type WebhookRequest = { bytes: Uint8Array; headers: Headers };

/**
 * How often a certificate of SNS is fetched, for each URL that has verified a message before, and for all others, which strangers can make up;
 * and how often a topic is confirmed, which takes a verified message. Certificates are kept, so there are few.
 */
const fetchRateLimits = {
  known: { name: "sns_known_certificate", limit: 20, windowSeconds: 3600 },
  other: { name: "sns_requests", limit: 100, windowSeconds: 3600 },
  confirmation: { name: "sns_confirmations", limit: 20, windowSeconds: 3600 },
} as const satisfies Record<string, RateLimit>;

/** The certificates of SNS that verified a message, and their URLs, also in the database for the time after a restart. */
const certificates = new Map<string, string>();
const maxCertificates = 20;

const certificateReport = (url: string): string => `sns_certificate_${sha256Hex(url).slice(0, 32)}`;

const isKnownCertificate = async ({ db }: Context, url: string): Promise<boolean> =>
  (await queryRows(db, sql`select from system_reports where name = ${certificateReport(url)}`)).length > 0;

async function countFetch(ctx: Context, url: string): Promise<void> {
  if (!url.endsWith(".pem")) return consumeRateLimit(ctx, fetchRateLimits.confirmation, "project");
  if (await isKnownCertificate(ctx, url)) return consumeRateLimit(ctx, fetchRateLimits.known, sha256Hex(url).slice(0, 32));
  return consumeRateLimit(ctx, fetchRateLimits.other, "project");
}

/**
 * Records the report in a request of a provider's webhook. One that can't be read is recorded too, because providers send it again for days
 * after an error. Throws `report_not_verified` or `too_many_requests`.
 */
export async function receiveReport(
  ctx: Context,
  provider: EmailProvider,
  { bytes, headers }: WebhookRequest,
  fetchText: FetchText = fetchFromSns,
): Promise<ReportResult> {
  const secret = await getSecret(ctx, provider);
  if (secret === null) throw new ApiError("report_not_verified");
  const body = new TextDecoder().decode(bytes);
  const fetchLimited: FetchText = async (url) => {
    const known = certificates.get(url);
    if (known !== undefined) return known;
    await countFetch(ctx, url);
    return fetchText(url);
  };
  const read: Record<EmailProvider, () => EmailReport | Promise<EmailReport>> = {
    ses: () =>
      readSesReport({ body, topicArn: secret, fetchText: fetchLimited, onCertificate: (url, pem) => keepCertificate(ctx, url, pem) }),
    postmark: () => readPostmarkReport({ body, headers, password: secret }),
    resend: () => readResendReport({ body, headers, signingSecret: secret }),
  };
  return recordReport(ctx, provider, await readOrDescribe(read[provider], body));
}

async function readOrDescribe(read: () => EmailReport | Promise<EmailReport>, body: string): Promise<EmailReport> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName !== "report_not_readable") throw error;
    return { id: sha256Hex(body), recipients: [], problem: error.message };
  }
}

async function keepCertificate({ db }: Context, url: string, pem: string): Promise<void> {
  if (certificates.has(url)) return;
  if (certificates.size >= maxCertificates) certificates.clear();
  certificates.set(url, pem);
  await db.execute(sql`insert into system_reports (name, data) values (${certificateReport(url)}, '{}') on conflict (name) do nothing`);
}

/** How long SNS may take to answer, in milliseconds, and how long its answers may be, in bytes. */
const snsTimeout = 5000;
const maxLength = 100_000;

async function fetchFromSns(url: string): Promise<string> {
  const result = await getUrl(url, { timeoutMs: snsTimeout, maxBodyBytes: maxLength });
  // SNS sends a message again after this error, unlike after others.
  if (!("status" in result) || result.status !== 200 || result.truncated || result.body === "")
    throw new ApiError("too_many_requests", {
      message: "Amazon SNS can't be reached right now. Try again later.",
      headers: retryAfterHeader(60),
    });
  return result.body;
}
