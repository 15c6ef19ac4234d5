import { ifExists } from "../api-error";
import { getWebhook, getWebhookRow } from "../webhooks/record";
import { activeSecrets } from "../webhooks/secrets";
import { hasSameFields, type TruthCheck } from "./answer";

/** A created webhook: it wasn't deleted. */
export const isWebhookCreated: TruthCheck<"POST /webhooks"> = async (ctx, { data }) =>
  (await ifExists(getWebhook(ctx, (await data()).id))) !== null;

/** A changed webhook: it has the same settings. */
export const isWebhookUpdated: TruthCheck<"PATCH /webhooks/:id"> = async (ctx, { params, body, data }) => {
  const [current, stored] = [await ifExists(getWebhook(ctx, params.id)), await data()];
  return (
    current !== null &&
    current.format === stored.format &&
    hasSameFields(current, stored, body, ["url", "events", "description", "filter", "texts", "dailySummary"])
  );
};

/** A rotated secret: the new one wasn't replaced. */
export const isSecretRotated: TruthCheck<"POST /webhooks/:id/rotate-secret"> = async (ctx, { params, data }) => {
  const webhook = await ifExists(getWebhookRow(ctx, params.id));
  return webhook !== null && activeSecrets(webhook)[0] === (await data()).secret;
};

/** A paused webhook: it wasn't resumed. */
export const isWebhookPaused: TruthCheck<"POST /webhooks/:id/pause"> = async (ctx, { params }) => {
  const webhook = await ifExists(getWebhookRow(ctx, params.id));
  return webhook !== null && webhook.status !== "active";
};

/** A resumed webhook: it wasn't paused again. */
export const isWebhookResumed: TruthCheck<"POST /webhooks/:id/resume"> = async (ctx, { params }) =>
  (await ifExists(getWebhookRow(ctx, params.id)))?.status === "active";
