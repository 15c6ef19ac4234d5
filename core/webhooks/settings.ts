import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { webhookLimits } from "@/contract/limits";
import type {
  createWebhookEndpoint,
  resumeWebhookEndpoint,
  updateWebhookEndpoint,
  WebhookFilter,
  WebhookRecord,
} from "@/contract/webhooks";
import { webhooks } from "@/db/schema";
import { newId } from "@/lib/ids";
import { ApiError, ifExists } from "../api-error";
import { getBatch } from "../batches/record";
import { type Context, inTransaction } from "../context";
import { firstOpenEventId } from "../events/list";
import { recordEvent } from "../events/record-event";
import { isOutdated } from "../expected-values";
import { lockProject } from "../projects/record";
import { countRows } from "../sql";
import { getWave } from "../waves/record";
import { queueAgain } from "./deliveries";
import { getWebhook, getWebhookRow, isAnsweredGone, ofProject, shownUrl, type WebhookRow } from "./record";
import { encryptSecret, generateSecret } from "./secrets";
import { formatOf, normalizeUrl, readTarget } from "./target";

type CreateInput = z.output<typeof createWebhookEndpoint.body>;
type UpdateInput = z.output<typeof updateWebhookEndpoint.body>;
type ResumeInput = z.output<typeof resumeWebhookEndpoint.body>;

/** A webhook with its secret, which is shown only once. */
type WebhookWithSecret = WebhookRecord & { secret: string };

/** Throws `invalid_input` if a filter names a batch or wave that doesn't exist. */
async function checkFilter(ctx: Context, { batch, wave }: WebhookFilter = {}): Promise<void> {
  const unknown = async (name: string, record: Promise<unknown>) => ((await ifExists(record)) === null ? [name] : []);
  const names = [
    ...(batch === undefined ? [] : await unknown("batch", getBatch(ctx, batch))),
    ...(wave === undefined ? [] : await unknown("wave", getWave(ctx, wave))),
  ];
  if (names.length > 0)
    throw new ApiError("invalid_input", {
      fields: Object.fromEntries(names.map((name) => [`filter.${name}`, [`must be a ${name} that exists`]])),
    });
}

/** Creates a webhook that is told of what happens from now on. Throws `invalid_input` for a URL that isn't allowed, and `too_many_webhooks`. */
export async function createWebhook(ctx: Context, input: CreateInput): Promise<WebhookWithSecret> {
  const url = await readTarget(input.url);
  return inTransaction(ctx, async (inner) => {
    const { db, projectId, actor } = inner;
    await checkFilter(inner, input.filter);
    await lockProject(db, projectId);
    if ((await countRows(db, sql`webhooks w`, [ofProject(inner)])) >= webhookLimits.perProject) throw new ApiError("too_many_webhooks");
    const [id, secret] = [newId(), generateSecret()];
    await db.insert(webhooks).values({
      projectId,
      id,
      url,
      description: input.description ?? "",
      types: input.events ?? null,
      filter: input.filter ?? {},
      format: formatOf(url, input.original ?? false),
      chatTexts: input.texts ?? {},
      dailySummary: input.dailySummary ?? false,
      secretEncrypted: encryptSecret(secret, projectId, id),
      position: await firstOpenEventId(db),
      createdBy: actor.kind === "staff" ? actor.id : null,
    });
    await recordWebhookEvent(inner, "webhook.created", { id, description: input.description ?? "" });
    return { ...(await getWebhook(inner, id)), secret };
  });
}

const recordWebhookEvent = (
  ctx: Context,
  kind: "webhook.created" | "webhook.updated" | "webhook.secret_rotated" | "webhook.paused" | "webhook.resumed" | "webhook.deleted",
  { id, description }: Pick<WebhookRow, "id" | "description">,
  data: object = {},
) => recordEvent(ctx, { kind, data: { webhook: id, description, ...data } });

/**
 * Changes the settings of a webhook. Throws `webhook_not_found`, `webhook_changed` if a setting to update no longer has its `expected` value, and
 * `invalid_input` for a URL that isn't allowed.
 */
export async function updateWebhook(ctx: Context, id: string, input: UpdateInput): Promise<WebhookRecord> {
  const isUrlKept = input.url === undefined || normalizeUrl(input.url) === normalizeUrl(shownUrl(await getWebhookRow(ctx, id)));
  const newUrl = input.url === undefined || isUrlKept ? null : await readTarget(input.url);
  return inTransaction(ctx, async (inner) => {
    const row = await getWebhookRow(inner, id, { lock: true });
    const url = newUrl ?? row.url;
    const before = {
      url: row.url,
      description: row.description,
      events: row.types,
      filter: row.filter,
      format: row.format,
      texts: row.chat_texts,
      dailySummary: row.daily_summary,
    };
    const shown = { ...before, url: shownUrl(row), original: row.format === "original" };
    if (isOutdated<Record<keyof typeof shown, unknown>>(shown, input, input.expected ?? {})) throw new ApiError("webhook_changed");
    if (!isDeepStrictEqual(input.filter, row.filter)) await checkFilter(inner, input.filter);
    const next = {
      url,
      description: input.description ?? row.description,
      events: input.events === undefined ? row.types : input.events,
      filter: input.filter ?? row.filter,
      format: formatOf(url, input.original ?? row.format === "original"),
      texts: input.texts ?? row.chat_texts,
      dailySummary: input.dailySummary ?? row.daily_summary,
    };
    const fields = (Object.keys(next) as (keyof typeof next)[]).filter((field) => !isDeepStrictEqual(next[field], before[field]));
    if (fields.length > 0) {
      // What waits is written again for the new receiver.
      if (fields.includes("url") || fields.includes("format"))
        await inner.db.execute(
          sql`update webhook_deliveries set payload = null where project_id = ${inner.projectId} and webhook_id = ${id}::uuid and status = 'pending'`,
        );
      await inner.db
        .update(webhooks)
        .set({
          url,
          description: next.description,
          types: next.events,
          filter: next.filter,
          format: next.format,
          chatTexts: next.texts,
          dailySummary: next.dailySummary,
          updatedAt: sql`now()`,
        })
        .where(matches(inner, id));
      await recordWebhookEvent(inner, "webhook.updated", { id, description: next.description }, { fields });
    }
    return getWebhook(inner, id);
  });
}

const matches = ({ projectId }: Context, id: string) => sql`project_id = ${projectId} and id = ${id}::uuid`;

/** Gives a webhook a new secret. The old one signs too for a while, unless it is revoked. Throws `webhook_not_found`. */
export function rotateWebhookSecret(ctx: Context, id: string, revoke: boolean): Promise<WebhookWithSecret> {
  return inTransaction(ctx, async (inner) => {
    const row = await getWebhookRow(inner, id, { lock: true });
    const secret = generateSecret();
    await inner.db
      .update(webhooks)
      .set({
        secretEncrypted: encryptSecret(secret, inner.projectId, id),
        previousSecretEncrypted: revoke ? null : row.secret_encrypted,
        previousSecretUntil: revoke ? null : sql`now() + make_interval(hours => ${webhookLimits.secretOverlapHours})`,
        updatedAt: sql`now()`,
      })
      .where(matches(inner, id));
    await recordWebhookEvent(inner, "webhook.secret_rotated", row, revoke ? { revoked: true } : {});
    return { ...(await getWebhook(inner, id)), secret };
  });
}

/** Stops sending to a webhook until it is resumed. Throws `webhook_not_found`. */
export function pauseWebhook(ctx: Context, id: string): Promise<WebhookRecord> {
  return inTransaction(ctx, async (inner) => {
    const row = await getWebhookRow(inner, id, { lock: true });
    if (row.status === "active") {
      await inner.db.update(webhooks).set({ status: "paused", updatedAt: sql`now()` }).where(matches(inner, id));
      await recordWebhookEvent(inner, "webhook.paused", row);
    }
    return getWebhook(inner, id);
  });
}

/** Sends to a webhook again, and sends or skips what it missed. Throws `webhook_not_found`. */
export function resumeWebhook(ctx: Context, id: string, { missed }: ResumeInput): Promise<WebhookRecord> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const row = await getWebhookRow(inner, id, { lock: true });
    if (row.status === "active") return getWebhook(inner, id);
    const isMissed = sql`d.project_id = ${projectId} and d.webhook_id = ${id}::uuid and (d.status = 'pending' or (${isAnsweredGone}))`;
    await db.execute(
      missed === "skip"
        ? sql`update webhook_deliveries d set status = 'canceled', next_attempt_at = null, ended_at = now() where ${isMissed}`
        : sql`update webhook_deliveries d set ${queueAgain} where ${isMissed}`,
    );
    await db
      .update(webhooks)
      .set({
        status: "active",
        stopReason: null,
        failingSince: null,
        notices: 0,
        slowUntil: null,
        ...(missed === "skip" && { position: await firstOpenEventId(db) }),
        updatedAt: sql`now()`,
      })
      .where(matches(inner, id));
    await recordWebhookEvent(inner, "webhook.resumed", row, { missed });
    return getWebhook(inner, id);
  });
}

/** Deletes a webhook, and erases its secrets. Its deliveries are deleted later. Throws `webhook_not_found`. */
export function deleteWebhook(ctx: Context, id: string): Promise<WebhookRecord> {
  return inTransaction(ctx, async (inner) => {
    const row = await getWebhookRow(inner, id, { lock: true });
    const record = await getWebhook(inner, id);
    await inner.db
      .update(webhooks)
      .set({
        status: "disabled",
        url: "",
        secretEncrypted: "",
        previousSecretEncrypted: null,
        previousSecretUntil: null,
        deletedAt: sql`now()`,
      })
      .where(matches(inner, id));
    await recordWebhookEvent(inner, "webhook.deleted", row);
    return record;
  });
}
