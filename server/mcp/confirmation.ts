import { type AgentTool, confirmationMinutes } from "@/contract/agent-tools";
import { ApiError } from "@/core/api-error";
import type { Context } from "@/core/context";
import { hasStoredResponse, runIdempotent } from "@/core/idempotency";
import { canonicalJson } from "@/lib/canonical-json";
import { currentTime } from "@/lib/clock";
import { isSignature, signature } from "@/lib/encryption";
import { sha256Hex } from "@/lib/ids";

const purpose = "confirmation token of an agent's call";

/** A call of a tool by a key. `input` is without the token. */
export type ConfirmedCall = { ctx: Context; tool: Pick<AgentTool, "name">; input: object };

/** What a call does: equal plans reach the same people with the same texts. */
type Plan = Readonly<Record<string, unknown>>;

const hashPlan = (plan: Plan): string => sha256Hex(canonicalJson(plan)).slice(0, 32);

const signedText = ({ ctx, tool, input }: ConfirmedCall, plan: string, expiresAt: string): string =>
  canonicalJson([ctx.projectId, ctx.actor.id, tool.name, input, plan, expiresAt]);

/** Creates a token that confirms a plan: it is signed with the key, the tool and the input of the call. */
export function createConfirmationToken(call: ConfirmedCall, plan: Plan): { confirmationToken: string; expiresAt: string } {
  const end = currentTime() + confirmationMinutes * 60_000;
  const parts = [hashPlan(plan), end.toString(36)] as const;
  return {
    confirmationToken: [...parts, signature(signedText(call, ...parts), purpose)].join("."),
    expiresAt: new Date(end).toISOString(),
  };
}

const invalidToken = (problem: string): ApiError =>
  new ApiError("invalid_input", { fields: { confirmationToken: [`${problem}. Leave it out to get a new preview.`] } });

/**
 * Does what a token confirms, once: repeating the call returns the same reply. `apply` does it in a transaction, which is rolled back if it
 * turns out to be another plan than the confirmed one. Throws `invalid_input` then, and for tokens of other calls or that have expired.
 */
export async function runConfirmed<Reply>(
  call: ConfirmedCall,
  token: string,
  apply: (ctx: Context) => Promise<{ plan: Plan; reply: Reply }>,
): Promise<Reply> {
  const { ctx } = call;
  const [plan = "", expiresAt = "", signed = "", ...rest] = token.split(".");
  // With anything added, it would be another token, which works once more.
  if (rest.length > 0 || !isSignature(signed, signedText(call, plan, expiresAt), purpose))
    throw invalidToken("is not for this call: the tool, its input and the API key must be those of the preview");
  const key = `agent ${sha256Hex(token)}`;
  if (Number.parseInt(expiresAt, 36) < currentTime() && !(await hasStoredResponse(ctx, key))) throw invalidToken("has expired");
  const { chunks } = await runIdempotent(ctx, key, [sha256Hex(token)], async (inner) => {
    const applied = await apply(inner);
    if (hashPlan(applied.plan) !== plan)
      throw invalidToken("is for a preview that no longer holds, because the people or the texts changed since");
    return toChunks(JSON.stringify(applied.reply));
  });
  return JSON.parse((await Array.fromAsync(chunks)).join("")) as Reply;
}

/** `runIdempotent` stores responses, which it reads in chunks. */
async function* toChunks(text: string): AsyncGenerator<string> {
  yield text;
}
