import type { z } from "zod";
import { type AgentTool, type EmailToolReply, inviteFromWaitlistTool, sendCodeTool } from "@/contract/agent-tools";
import { maxPageSize } from "@/contract/limits";
import { createWaveEndpoint } from "@/contract/waves";
import { ApiError } from "@/core/api-error";
import { getCode } from "@/core/codes/record";
import { sendCode } from "@/core/codes/send";
import type { Context } from "@/core/context";
import { listLeads } from "@/core/leads/list";
import { asPage } from "@/core/pagination";
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

/** What a call would do, or did. */
type Outcome = Pick<EmailToolReply, "id" | "skipped" | "warnings"> & { recipients: readonly string[] };

/** A tool that emails people: what it would do, doing it in a transaction, and everything besides their emails that decides what they read. */
type EmailTool<Input> = {
  preview(ctx: Context, input: Input): Promise<Outcome>;
  apply(ctx: Context, input: Input): Promise<Outcome>;
  getContent(ctx: Context, input: Input): Promise<{ email: Awaited<ReturnType<typeof getBranding>>; code?: unknown }>;
};

/** Connects a tool that emails people. Without a token, its call returns a preview and the token that confirms it. */
const emailTool =
  <Input extends { confirmationToken?: string | undefined }>(tool: AgentTool, { preview, apply, getContent }: EmailTool<Input>) =>
  async (ctx: Context, { confirmationToken, ...rest }: Input): Promise<EmailToolReply> => {
    const input = rest as Input;
    const call = { ctx, tool, input };
    if (confirmationToken !== undefined)
      return runConfirmed(call, confirmationToken, async (inner) => {
        const outcome = await apply(inner, input);
        return { plan: toPlan(outcome, await getContent(inner, input)), reply: describeDone(outcome) };
      });
    const outcome = await preview(ctx, input);
    const people = describePeople(outcome);
    if (people.recipients === 0) return { status: "nothing_to_do", ...people, hint: "No one would get an email. Nothing was sent." };
    const content = await getContent(ctx, input);
    const { subject, body, button } = content.email.text;
    return {
      status: "preview",
      ...people,
      email: { subject, body, button },
      ...createConfirmationToken(call, toPlan(outcome, content)),
      hint: `Nothing was sent yet. Show this to the person you work for. If they agree, call ${tool.name} again with the same input and the confirmationToken to email ${countOf(people.recipients, "person")}.`,
    };
  };

/** Plans are compared without the order of the people. */
const toPlan = ({ recipients }: Outcome, content: object) => ({ recipients: recipients.toSorted(), ...content });

const describePeople = ({ recipients, skipped, warnings }: Outcome) => ({
  recipients: recipients.length,
  sample: recipients.slice(0, sampleSize),
  skipped,
  warnings,
});

const describeDone = (outcome: Outcome): EmailToolReply => ({
  status: "done",
  ...(outcome.id !== undefined && { id: outcome.id }),
  ...describePeople(outcome),
  hint: `${countOf(outcome.recipients.length, "email")} queued. list_sends shows how they go.`,
});

const toMessages = (warnings: readonly { message: string }[]): string[] => [...new Set(warnings.map(({ message }) => message))];

const toEmails = (people: readonly { email: string }[]): string[] => people.map(({ email }) => email);

const countByReason = (skipped: readonly { reason: string }[]): EmailToolReply["skipped"] =>
  [...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, { length }]) => ({ reason, count: length }));

/** A page with all people whom a call can reach. */
const wholePage = { limit: maxPageSize, count: "capped" } as const;

export const inviteFromWaitlist = emailTool<z.output<typeof inviteFromWaitlistTool.input>>(inviteFromWaitlistTool, {
  async preview(ctx, input) {
    const { size, filter = {}, batch } = parseInput(createWaveEndpoint.body, input);
    const { sample, skipped } = await previewWave(ctx, { size, filter, batch }, size);
    return { recipients: toEmails(sample), skipped, warnings: toMessages(await listEmailWarnings(ctx)) };
  },
  async apply(ctx, input) {
    const { id } = await createWave(ctx, parseInput(createWaveEndpoint.body, input));
    const { page } = asPage(await listLeads(ctx, { wave: id, ...wholePage }));
    return { id, recipients: toEmails(page), skipped: [], warnings: toMessages(await listEmailWarnings(ctx)) };
  },
  getContent: async (ctx) => ({ email: await getBranding(ctx, "invitation") }),
});

/** What an email says about a code. */
async function getCodeTerms(ctx: Context, key: string) {
  const { code, allowedClaims, validFrom, validUntil, reservedFor, redemptionUrl, redemptionInstructions } = await getCode(ctx, key);
  return { code, allowedClaims, validFrom, validUntil, reservedFor, redemptionUrl, redemptionInstructions };
}

export const sendCodeToLeads = emailTool<z.output<typeof sendCodeTool.input>>(sendCodeTool, {
  async preview(ctx, { code, emails, skip }) {
    const { error, warnings, skipped } = await previewSend(ctx, { code, emails, skip });
    if (error) throw new ApiError(error.error, { message: error.message });
    const leads = emails.map((email) => ({ email }));
    const { recipients } = partitionChecked(await checkRecipients(ctx, leads, { code, lock: false }), getSkippedGroups({ skip }));
    return {
      recipients,
      skipped: skipped.map(({ reason, count }) => ({ reason, count })),
      warnings: toMessages([...warnings, ...(await listEmailWarnings(ctx))]),
    };
  },
  async apply(ctx, { code, emails, skip }) {
    const { sendId, skipped, warnings } = await withSendWarnings(ctx, await sendCode(ctx, { code, emails, skip }));
    const { page } = asPage(await listSendDeliveries(ctx, sendId, wholePage));
    return { id: sendId, recipients: toEmails(page), skipped: countByReason(skipped), warnings: toMessages(warnings) };
  },
  getContent: async (ctx, { code }) => ({ email: await getBranding(ctx, "code"), code: await getCodeTerms(ctx, code) }),
});
