import type { z } from "zod";
import { type AgentTool, type EmailToolReply, inviteFromWaitlistTool, sendCodeTool } from "@/contract/agent-tools";
import { maxPageSize } from "@/contract/limits";
import { createWaveEndpoint } from "@/contract/waves";
import { ApiError } from "@/core/api-error";
import { getCode } from "@/core/codes/record";
import { sendCode } from "@/core/codes/send";
import type { Context } from "@/core/context";
import { listLeads } from "@/core/leads/list";
import { listSendDeliveries } from "@/core/sends/deliveries";
import { getBranding } from "@/core/sends/email-content";
import { previewSend } from "@/core/sends/preview";
import { checkRecipients, getSkippedGroups, partitionChecked } from "@/core/sends/recipients";
import { listEmailWarnings, withSendWarnings } from "@/core/sends/reply-warnings";
import { previewWave } from "@/core/waves/preview";
import { createWave } from "@/core/waves/waves";
import { countOf } from "@/lib/plural";
import { parseInput } from "../parse";
import { createConfirmationToken, runConfirmed } from "./confirmation";

/** How many people a reply names. */
const sampleSize = 20;

/** Who gets an email, and everything else that decides what they read. */
type Plan = { recipients: readonly string[]; email: Awaited<ReturnType<typeof getBranding>>; code?: unknown };

type Preview = Pick<EmailToolReply, "skipped" | "warnings"> & { plan: Plan };
type Applied = { plan: Plan; reply: EmailToolReply };

/** A tool that emails people: what it would do, and doing it in a transaction. */
type EmailTool<Input> = {
  preview(ctx: Context, input: Input): Promise<Preview>;
  apply(ctx: Context, input: Input): Promise<Applied>;
};

/** Connects a tool that emails people. Without a token, its call returns a preview and the token that confirms it. */
const emailTool =
  <Input extends { confirmationToken?: string | undefined }>(tool: AgentTool, { preview, apply }: EmailTool<Input>) =>
  async (ctx: Context, { confirmationToken, ...rest }: Input): Promise<EmailToolReply> => {
    const input = rest as Input;
    const call = { ctx, tool, input };
    if (confirmationToken !== undefined) return runConfirmed(call, confirmationToken, (inner) => apply(inner, input));
    const { plan, skipped, warnings } = await preview(ctx, input);
    const { recipients } = plan;
    const { subject, body, button } = plan.email.text;
    const people = { recipients: recipients.length, sample: recipients.slice(0, sampleSize), skipped, warnings };
    if (recipients.length === 0) return { status: "nothing_to_do", ...people, hint: "No one would get an email. Nothing was sent." };
    return {
      status: "preview",
      ...people,
      email: { subject, body, button },
      ...createConfirmationToken(call, toComparable(plan)),
      hint: `Nothing was sent yet. Show this to the person you work for. If they agree, call ${tool.name} again with the same input and the confirmationToken to email ${countOf(recipients.length, "person")}.`,
    };
  };

/** Plans are compared without the order of the people. */
const toComparable = (plan: Plan) => ({ ...plan, recipients: plan.recipients.toSorted() });

const done = (plan: Plan, { id, skipped, warnings }: Pick<EmailToolReply, "id" | "skipped" | "warnings">): Applied => {
  const recipients = plan.recipients.length;
  return {
    plan: toComparable(plan),
    reply: {
      status: "done",
      ...(id !== undefined && { id }),
      recipients,
      sample: plan.recipients.slice(0, sampleSize),
      skipped,
      warnings,
      hint: `${countOf(recipients, "email")} queued. list_sends shows how they go.`,
    },
  };
};

const toMessages = (warnings: readonly { message: string }[]): string[] => [...new Set(warnings.map(({ message }) => message))];

const countByReason = (skipped: readonly { reason: string }[]): EmailToolReply["skipped"] =>
  [...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, { length }]) => ({ reason, count: length }));

type InviteInput = z.output<typeof inviteFromWaitlistTool.input>;

export const inviteFromWaitlist = emailTool<InviteInput>(inviteFromWaitlistTool, {
  async preview(ctx, input) {
    const { size, filter = {}, batch } = parseInput(createWaveEndpoint.body, input);
    const { sample, skipped } = await previewWave(ctx, { size, filter, batch }, size);
    const recipients = sample.map(({ email }) => email);
    const plan = { recipients, email: await getBranding(ctx, "invitation") };
    return { plan, skipped, warnings: toMessages(await listEmailWarnings(ctx)) };
  },
  async apply(ctx, input) {
    const { id } = await createWave(ctx, parseInput(createWaveEndpoint.body, input));
    const invited = await listLeads(ctx, { wave: id, limit: maxPageSize, count: "capped" });
    const recipients = "page" in invited ? invited.page.map(({ email }) => email) : [];
    const plan = { recipients, email: await getBranding(ctx, "invitation") };
    return done(plan, { id, skipped: [], warnings: toMessages(await listEmailWarnings(ctx)) });
  },
});

type SendInput = z.output<typeof sendCodeTool.input>;

/** What an email says about a code. */
async function getCodeTerms(ctx: Context, key: string) {
  const { code, allowedClaims, validFrom, validUntil, reservedFor, redemptionUrl, redemptionInstructions } = await getCode(ctx, key);
  return { code, allowedClaims, validFrom, validUntil, reservedFor, redemptionUrl, redemptionInstructions };
}

export const sendCodeToLeads = emailTool<SendInput>(sendCodeTool, {
  async preview(ctx, { code, emails, skip }) {
    const { error, warnings, skipped } = await previewSend(ctx, { code, emails, skip });
    if (error) throw new ApiError(error.error, { message: error.message });
    const checked = await checkRecipients(
      ctx,
      emails.map((email) => ({ email })),
      { code, lock: false },
    );
    const { recipients } = partitionChecked(checked, getSkippedGroups({ skip }));
    const plan = { recipients, email: await getBranding(ctx, "code"), code: await getCodeTerms(ctx, code) };
    return {
      plan,
      skipped: skipped.map(({ reason, count }) => ({ reason, count })),
      warnings: toMessages([...warnings, ...(await listEmailWarnings(ctx))]),
    };
  },
  async apply(ctx, { code, emails, skip }) {
    const { sendId, skipped, warnings } = await withSendWarnings(ctx, await sendCode(ctx, { code, emails, skip }));
    const deliveries = await listSendDeliveries(ctx, sendId, { limit: maxPageSize, count: "capped" });
    const recipients = "page" in deliveries ? deliveries.page.map(({ email }) => email) : [];
    const plan = { recipients, email: await getBranding(ctx, "code"), code: await getCodeTerms(ctx, code) };
    return done(plan, { id: sendId, skipped: countByReason(skipped), warnings: toMessages(warnings) });
  },
});
