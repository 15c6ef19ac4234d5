import { webhookLimits } from "@/contract/limits";
import { isChat } from "@/contract/webhook-targets";
import type { WebhookAttempt } from "@/contract/webhooks";
import { currentTime } from "@/lib/clock";
import { postToUrl, type RequestResult } from "@/lib/outgoing-request";
import { chatStatus } from "./chat";
import { type Receiver, signatureHeaders } from "./target";

/** What became of an attempt. `slow`: the webhook asks for fewer requests. */
export type AttemptResult = { attempt: WebhookAttempt; outcome: "delivered" | "failed" | "slow" | "gone"; retryAfterMs: number | null };

/** Answers of servers and proxies that have too much to do. */
const slowStatuses = [429, 502, 503, 504];

/** The longest that a `Retry-After` is obeyed, in milliseconds. */
const maxRetryAfter = 24 * 3_600_000;

/** Reads `Retry-After` (RFC 9110, section 10.2.3): seconds or a date. Returns milliseconds. */
function parseRetryAfter(text: string | undefined): number | null {
  if (text === undefined) return null;
  const milliseconds = /^\s*\d+\s*$/.test(text) ? Number(text) * 1000 : Date.parse(text) - currentTime();
  return milliseconds >= 0 ? Math.min(milliseconds, maxRetryAfter) : null;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function describeFailure(result: RequestResult): string | null {
  if ("failure" in result) return result.message;
  if (isSuccess(result.status)) return null;
  if (result.status >= 300 && result.status < 400) return "It redirected, which isn't followed. Use the URL that it redirects to.";
  return `It answered with status ${result.status}.`;
}

function outcomeOf(result: RequestResult, retryAfterMs: number | null): AttemptResult["outcome"] {
  if ("failure" in result) return "failed";
  if (isSuccess(result.status)) return "delivered";
  if (result.status === 410) return "gone";
  return slowStatuses.includes(result.status) && (result.status !== 503 || retryAfterMs !== null) ? "slow" : "failed";
}

/** Sends an event to a webhook once. Never throws because of what the webhook does. */
export async function attemptDelivery(webhook: Receiver, { id, payload }: { id: string; payload: string }): Promise<AttemptResult> {
  const at = new Date(currentTime());
  const response = await postToUrl(webhook.url, {
    headers: {
      "content-type": "application/json",
      ...signatureHeaders(webhook, { id, at, payload }),
    },
    body: payload,
    timeoutMs: webhookLimits.attemptSeconds * 1000,
    maxBodyBytes: webhookLimits.responseBytes,
  });
  const result = "status" in response && isChat(webhook.format) ? { ...response, status: chatStatus(webhook.format, response) } : response;
  const answer = "failure" in result ? null : result;
  const retryAfterMs = answer && !isSuccess(answer.status) ? parseRetryAfter(answer.headers["retry-after"]) : null;
  return {
    attempt: {
      at: at.toISOString(),
      status: answer?.status ?? null,
      error: describeFailure(result),
      milliseconds: Math.round(result.milliseconds),
      response: answer === null ? null : answer.body,
    },
    outcome: outcomeOf(result, retryAfterMs),
    retryAfterMs,
  };
}
