import type { z } from "zod";
import {
  type AgentTool,
  addLeadTool,
  checkCodeTool,
  findLeadTool,
  generateCodesTool,
  getOverviewTool,
  inviteFromWaitlistTool,
  listActivityTool,
  listBatchesTool,
  listCodesTool,
  listEmailsTool,
  listLeadsTool,
  listSendsTool,
  pauseCodesTool,
  sendCodeTool,
  suppressEmailTool,
  toolPageSize,
} from "@/contract/agent-tools";
import { GenerateCodesInput } from "@/contract/codes";
import type { DeliveryRecord } from "@/contract/deliveries";
import type { LeadRecord } from "@/contract/leads";
import type { AutomaticEmailRecord } from "@/contract/messages";
import { normalizeCode, normalizeEmail } from "@/contract/normalize";
import { ifExists } from "@/core/api-error";
import { listBatches } from "@/core/batches/list";
import { updateBatch } from "@/core/batches/update";
import { listFailedClaims } from "@/core/claims/failed";
import { checkCode } from "@/core/codes/check";
import { generateCodes } from "@/core/codes/generate";
import { listCodes } from "@/core/codes/list";
import { getCode } from "@/core/codes/record";
import { suggestCodes } from "@/core/codes/suggest";
import { updateCode } from "@/core/codes/update";
import type { Context } from "@/core/context";
import { listEvents } from "@/core/events/list";
import { createLead } from "@/core/leads/create";
import { listLeads } from "@/core/leads/list";
import { getLead, getLeadByExternalId } from "@/core/leads/record";
import { listLeadTimeline } from "@/core/leads/timeline";
import { getLeadPosition } from "@/core/leads/waitlist";
import { getOverview } from "@/core/overview";
import { asPage, type ListResult } from "@/core/pagination";
import { listMessages } from "@/core/sends/automatic-emails";
import { listDeliveries } from "@/core/sends/deliveries";
import { listSends } from "@/core/sends/list";
import { addSuppression } from "@/core/suppressions/add";
import { parseInput } from "../parse";
import { inviteFromWaitlist, sendCodeToLeads } from "./email-tools";
import { untrusted } from "./untrusted-text";
import { batchView, checkView, codeView, emailView, eventView, failedClaimView, leadView, overviewView, sendView } from "./views";

type RunTool = (ctx: Context, input: object) => Promise<object>;

/** Connects a tool to what it does. */
const connect = <Input extends z.ZodObject>(
  tool: AgentTool<Input>,
  run: (ctx: Context, input: z.output<Input>) => Promise<object>,
): [string, RunTool] => [tool.name, (ctx, input) => run(ctx, input as z.output<Input>)];

type PageInput = { limit?: number | undefined; cursor?: string | undefined };

/** What a list gets of the input of its tool: the filters, and which page. */
const toListQuery = <Input extends PageInput>({ limit = toolPageSize.default, cursor, ...filters }: Input) => ({
  ...filters,
  limit,
  ...(cursor !== undefined && { cursor }),
  count: "capped" as const,
});

/** Connects a tool to a list. It returns a page with the number of all matching items, and how to get the next ones. */
const connectList = <Input extends z.ZodObject & { _zod: { output: PageInput } }, Item>(
  tool: AgentTool<Input>,
  list: (ctx: Context, query: ReturnType<typeof toListQuery<z.output<Input>>>) => Promise<ListResult<Item>>,
  view: (item: Item) => object,
) =>
  connect(tool, async (ctx, input) => {
    const { page, next, total } = asPage(await list(ctx, toListQuery(input)));
    return {
      items: page.map(view),
      total,
      ...(next !== null && { nextCursor: next, hint: "There are more. Narrow the filters, or call again with cursor." }),
    };
  });

/** How many codes, attempts and emails of a lead are returned. */
const detailCounts = { codes: 5, attempts: 10, emails: 5, timeline: 30 };

/** Checks codes for a person, and finds similar ones for those that don't exist. */
async function checkCodes(ctx: Context, email: string, keys: readonly string[]): Promise<object[]> {
  const check = async (code: string) => {
    const reply = await checkCode(ctx, { code, email });
    if (reply.code !== null) return checkView(reply);
    const similar = await suggestCodes(ctx, code);
    return { ...checkView(reply), similarCodes: similar.map((each) => each.code), ...untrusted({ code }) };
  };
  return Promise.all(keys.map(check));
}

/** Returns what is known about a person's codes and emails, whether or not they are a lead. */
async function diagnose(ctx: Context, email: string, { lead, code }: { lead: LeadRecord | null; code: string | undefined }) {
  const failed = await listFailedClaims(ctx, { email });
  const named = [code, lead?.invitation?.code, ...failed.map((attempt) => attempt.code)].filter((each) => each !== undefined);
  const keys = [...new Set(named.map(normalizeCode))].slice(0, detailCounts.codes);
  const timeline = lead ? asPage(await listLeadTimeline(ctx, email, { limit: detailCounts.timeline, count: "capped" })).page : [];
  const emails = timeline.flatMap((entry) => {
    if (entry.kind === "delivery") return emailView(entry.delivery);
    return entry.kind === "message" ? emailView(entry.message) : [];
  });
  return {
    codes: await checkCodes(ctx, email, keys),
    failedAttempts: failed.slice(0, detailCounts.attempts).map(failedClaimView),
    latestEmails: emails.slice(0, detailCounts.emails),
  };
}

async function describeLead(ctx: Context, lead: LeadRecord, code: string | undefined): Promise<object> {
  const line = lead.onWaitlist ? await getLeadPosition(ctx, lead.email) : null;
  return {
    lead: { ...leadView(lead), ...(line && { position: line.position, waiting: line.waiting }) },
    ...(await diagnose(ctx, lead.email, { lead, code })),
  };
}

async function findLead(ctx: Context, { lead: text, code }: z.output<typeof findLeadTool.input>): Promise<object> {
  const email = normalizeEmail(text);
  const lead = await ifExists(email === null ? getLeadByExternalId(ctx, text) : getLead(ctx, email));
  if (lead) return describeLead(ctx, lead, code);
  if (email !== null) {
    const hint = "No lead has this email. Failed attempts with it are listed if there were any.";
    return { lead: null, ...(await diagnose(ctx, email, { lead: null, code })), hint };
  }
  const { page: matches, total } = asPage(await listLeads(ctx, toListQuery({ q: text.slice(0, 200), limit: 10 })));
  const [only] = matches;
  if (only && matches.length === 1) return describeLead(ctx, only, code);
  const hint =
    matches.length === 0 ? "No lead matches. Try their email." : "Several leads match. Call again with the email of one of them.";
  return { lead: null, matches: matches.map(leadView), total, hint };
}

async function lookUpCode(ctx: Context, { code, email }: z.output<typeof checkCodeTool.input>): Promise<object> {
  const record = await ifExists(getCode(ctx, code));
  const [failed, similar] = await Promise.all([listFailedClaims(ctx, { code }), record ? [] : suggestCodes(ctx, code)]);
  return {
    code: record && codeView(record),
    ...(email !== undefined && { check: checkView(await checkCode(ctx, { code, email })) }),
    ...(record === null && { similarCodes: similar.map(codeView) }),
    failedAttempts: failed.slice(0, detailCounts.attempts).map(failedClaimView),
  };
}

/** How many of the new codes are returned. */
const generatedSample = 50;

async function generate(ctx: Context, input: z.output<typeof generateCodesTool.input>): Promise<object> {
  const list = await generateCodes(ctx, parseInput(GenerateCodesInput, input));
  if (!("readAll" in list)) throw new Error("New codes are read in chunks");
  const codes = (await Array.fromAsync(list.readAll((code) => code))).flat();
  const shown = codes.slice(0, generatedSample).map(({ code }) => code);
  return {
    batch: codes[0]?.batch,
    amount: codes.length,
    codes: shown,
    ...(shown.length < codes.length && { hint: "These are the first codes. list_codes with the batch has all of them." }),
  };
}

/** What each tool does, by its name. */
const connected: ReadonlyMap<string, RunTool> = new Map([
  connect(getOverviewTool, async (ctx) => overviewView(await getOverview(ctx))),
  connect(findLeadTool, findLead),
  connect(checkCodeTool, lookUpCode),
  connectList(listLeadsTool, listLeads, leadView),
  connectList(listCodesTool, listCodes, codeView),
  connectList(listBatchesTool, listBatches, batchView),
  connectList(listSendsTool, listSends, sendView),
  connectList<typeof listEmailsTool.input, DeliveryRecord | AutomaticEmailRecord>(
    listEmailsTool,
    (ctx, { automatic, ...query }) => (automatic ? listMessages(ctx, query) : listDeliveries(ctx, query)),
    emailView,
  ),
  connectList(listActivityTool, listEvents, eventView),
  connect(addLeadTool, async (ctx, input) => {
    const lead = await createLead(ctx, input);
    return { lead: "id" in lead ? leadView(lead) : lead };
  }),
  connect(generateCodesTool, generate),
  connect(pauseCodesTool, async (ctx, { code, batch, paused }) =>
    code === undefined
      ? { batch: batchView(await updateBatch(ctx, batch ?? "", { paused })) }
      : { code: codeView(await updateCode(ctx, code, { paused })) },
  ),
  connect(suppressEmailTool, async (ctx, input) => {
    const { email, reason, isLead, createdAt } = await addSuppression(ctx, input);
    return { suppression: { email, reason, isLead, createdAt } };
  }),
  connect(inviteFromWaitlistTool, inviteFromWaitlist),
  connect(sendCodeTool, sendCodeToLeads),
]);

/** Does what a tool does, with input that its schema has parsed. */
export function runTool({ name }: AgentTool, ctx: Context, input: object): Promise<object> {
  const run = connected.get(name);
  if (!run) throw new Error(`The tool ${name} isn't connected`);
  return run(ctx, input);
}
