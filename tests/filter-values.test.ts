import { globSync, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  automaticEmailKinds,
  claimSources,
  codeStatuses,
  codeTypes,
  deliveryStatuses,
  leadStatuses,
  sendKinds,
  sources,
  suppressionReasons,
  waitlistStatuses,
} from "@/contract/enums";
import { eventKinds } from "@/contract/event-kinds";
import { normalizeCode } from "@/contract/normalize";
import { claimCode } from "@/core/codes/claim";
import { generateCodes } from "@/core/codes/generate";
import { actorSource, type Context } from "@/core/context";
import { recordReport } from "@/core/email-reports/record";
import { checkImport, runImport } from "@/core/imports/start";
import { uploadImport } from "@/core/imports/upload";
import { createLead } from "@/core/leads/create";
import { declineInvitation, expireInvitations } from "@/core/leads/invitations";
import { inviteLeads } from "@/core/leads/invite";
import { updateLead } from "@/core/leads/update";
import { sendAnnouncement } from "@/core/sends/announce";
import { cancelSend } from "@/core/sends/cancel";
import { type DeliveryResult, recordResults, takeDeliveries } from "@/core/sends/delivery-attempts";
import { queueAutomaticEmail } from "@/core/sends/queue-automatic-email";
import { addSuppression } from "@/core/suppressions/add";
import { unsubscribe } from "@/core/suppressions/unsubscribe";
import { createWave } from "@/core/waves/waves";
import { queryRows } from "@/db/query";
import { apiClient } from "./harness/api";
import { insertBatch, insertCode, insertLead, insertProject, secondsFromNow, uniqueEmail } from "./harness/factories";
import { createSend } from "./harness/sends";
import { createTestApp } from "./harness/test-app";

// Lists must not offer a filter that nothing in Gatehouse can produce. Each producer below uses only what the API, the worker and the public
// pages do, so a value without one fails the test.

const app = await createTestApp();
const asVisitor = (ctx: Context): Context => ({ ...ctx, actor: { kind: "visitor", id: null } });

type Producer = (ctx: Context) => Promise<unknown>;

/** Expects that after its producer has run in a new project, the list has rows with the value. */
async function expectRows(produce: Producer, path: string): Promise<void> {
  const { ctx, secretKey } = await insertProject(app.ctx);
  await produce(ctx);
  expect((await apiClient(secretKey).get(path)).data, path).not.toEqual([]);
}

const suppress =
  (reason: "bounced" | "complained"): Producer =>
  async (ctx) =>
    recordReport(ctx, "dsn", { id: "1", recipients: [{ reason, email: await insertLead(ctx), messageId: null, detail: "" }] });

const suppressionProducers: Record<(typeof suppressionReasons)[number], Producer> = {
  unsubscribed: async (ctx) => unsubscribe(ctx, await insertLead(ctx)),
  bounced: suppress("bounced"),
  complained: suppress("complained"),
  staff: async (ctx) => addSuppression(ctx, { email: await insertLead(ctx) }),
};

const attempt =
  (result?: "sent" | "saved_to_file" | "failed" | "bounced" | "retrying"): Producer =>
  async (ctx) => {
    await createSend(ctx, [await insertLead(ctx)]);
    const [{ id } = { id: "" }] = await queryRows<{ id: string }>(
      ctx.db,
      sql`select id from deliveries where project_id = ${ctx.projectId}`,
    );
    await takeDeliveries(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds: [id] });
    if (result) await recordResults(ctx, { attempt: 1 }, [{ id, status: result, error: "550 5.1.1 No" } as DeliveryResult]);
  };

const deliveryProducers: Record<(typeof deliveryStatuses)[number], Producer> = {
  queued: async (ctx) => createSend(ctx, [await insertLead(ctx)]),
  sending: attempt(),
  retrying: attempt("retrying"),
  sent: attempt("sent"),
  saved_to_file: attempt("saved_to_file"),
  failed: attempt("failed"),
  bounced: attempt("bounced"),
  canceled: async (ctx) => cancelSend(ctx, (await createSend(ctx, [await insertLead(ctx)])).id),
  suppressed: async (ctx) => {
    const email = await insertLead(ctx);
    await createSend(ctx, [email]);
    await unsubscribe(ctx, email);
    const rows = await queryRows<{ id: string }>(ctx.db, sql`select id from deliveries where project_id = ${ctx.projectId}`);
    await takeDeliveries(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds: rows.map(({ id }) => id) });
  },
};

const signUp = (ctx: Context, more: Partial<Parameters<typeof createLead>[1]> = {}) =>
  createLead(asVisitor(ctx), { email: uniqueEmail(), waitlist: true, ...more });

const leadStatusProducers: Record<(typeof leadStatuses)[number], Producer> = {
  active: (ctx) => signUp(ctx),
  unconfirmed: async (ctx) => {
    await ctx.db.execute(sql`update projects set double_opt_in = true where id = ${ctx.projectId}`);
    await signUp(ctx);
  },
  held: (ctx) => signUp(ctx, { homepage: "https://example.org" }),
};

/** Invites a lead, and returns their email and code. */
async function invite(ctx: Context, validUntil?: string): Promise<{ email: string; code: string }> {
  const email = await insertLead(ctx, { onWaitlist: true });
  await inviteLeads(ctx, { emails: [email], ...(validUntil && { validUntil }) });
  const [row] = await queryRows<{ code: string }>(
    ctx.db,
    sql`select code_text as code from lead_invitations where project_id = ${ctx.projectId} and email = ${email}`,
  );
  return { email, code: normalizeCode(row?.code ?? "") };
}

const waitlistProducers: Record<(typeof waitlistStatuses)[number], Producer> = {
  waiting: (ctx) => signUp(ctx),
  invited: (ctx) => invite(ctx),
  claimed: async (ctx) => claimCode(ctx, await invite(ctx)),
  declined: async (ctx) => declineInvitation(ctx, await invite(ctx)),
  expired: async (ctx) => {
    await invite(ctx, secondsFromNow(3600));
    // Time passes.
    for (const column of [sql`codes set valid_until`, sql`lead_invitations set expires_at`])
      await ctx.db.execute(sql`update ${column} = now() - interval '1 second' where project_id = ${ctx.projectId}`);
    await expireInvitations(ctx);
  },
  bounced: async (ctx) => {
    const { email } = await invite(ctx);
    await recordReport(ctx, "dsn", { id: "1", recipients: [{ reason: "bounced", email, messageId: null, detail: "" }] });
  },
  left: async (ctx) => updateLead(ctx, await insertLead(ctx, { onWaitlist: true }), { waitlist: false }),
};

const actors = { page: "visitor", widget: "public_key", api: "secret_key", staff: "staff" } as const;
const sourceProducers = Object.fromEntries(
  claimSources.map((source) => [
    source,
    async (ctx: Context) => {
      const actor = { kind: actors[source], id: null };
      expect(actorSource(actor)).toBe(source);
      await claimCode({ ...ctx, actor }, { code: normalizeCode(await insertCode(ctx)), email: uniqueEmail() });
    },
  ]),
) as Record<(typeof claimSources)[number], Producer>;

async function importLead(ctx: Context): Promise<void> {
  const { id } = await uploadImport(ctx, Readable.from([Buffer.from(`email\n${uniqueEmail()}`)]), "leads.csv");
  await checkImport(ctx, id, { mapping: { email: "email" } });
  await runImport(ctx, id);
}

const sendProducers: Record<(typeof sendKinds)[number], Producer> = {
  code: async (ctx) => createSend(ctx, [await insertLead(ctx)]),
  invitation: (ctx) => invite(ctx),
  announcement: async (ctx) => sendAnnouncement(ctx, { subject: "News", body: "Hello", button: "", emails: [await insertLead(ctx)] }),
};

const aboutCode: (kind: "confirm_claim" | "claimed" | "reminder") => Producer = (kind) => async (ctx) => {
  const text = await insertCode(ctx);
  await queueAutomaticEmail(ctx, await insertLead(ctx), kind, { key: normalizeCode(text), text });
};

const automaticProducers: Record<(typeof automaticEmailKinds)[number], Producer> = {
  joined: async (ctx) => queueAutomaticEmail(ctx, await insertLead(ctx), "joined"),
  confirm: async (ctx) => queueAutomaticEmail(ctx, await insertLead(ctx), "confirm"),
  confirm_claim: aboutCode("confirm_claim"),
  claimed: aboutCode("claimed"),
  reminder: aboutCode("reminder"),
  invitation: async (ctx) => {
    await insertLead(ctx, { onWaitlist: true });
    await createWave(ctx, { size: 1 });
  },
};

const codeProducers: Record<(typeof codeStatuses)[number], Producer> = {
  paused: async (ctx) => insertCode(ctx, { batch: await insertBatch(ctx, { paused: true }) }),
  expired: (ctx) => insertCode(ctx, { validUntil: secondsFromNow(-60) }),
  exhausted: (ctx) => insertCode(ctx, { claimedBy: [uniqueEmail()] }),
  scheduled: (ctx) => insertCode(ctx, { validFrom: secondsFromNow(3600) }),
  active: (ctx) => insertCode(ctx),
};

describe.each([
  ["/suppressions?reason=", suppressionReasons, suppressionProducers],
  ["/deliveries?status=", deliveryStatuses, deliveryProducers],
  ["/leads?status=", leadStatuses, leadStatusProducers],
  ["/leads?source=", sources, { ...sourceProducers, import: importLead }],
  ["/claims?source=", claimSources, sourceProducers],
  ["/waitlist?status=", waitlistStatuses, waitlistProducers],
  ["/sends?kind=", sendKinds, sendProducers],
  ["/messages?kind=", automaticEmailKinds, automaticProducers],
  ["/codes?status=", codeStatuses, codeProducers],
  [
    "/codes?type=",
    codeTypes,
    Object.fromEntries(codeTypes.map((type) => [type, (ctx: Context) => generateCodes(ctx, { amount: 1, type })])),
  ],
] as [string, readonly string[], Record<string, Producer>][])("the filter %s", (path, values, producers) => {
  test.each(values)("offers %s, which can occur", async (value) => {
    await expectRows(producers[value] ?? (() => expect.fail(`nothing produces ${value}`)), `${path}${value}`);
  });
});

test("the filter of the activity offers only events that are recorded", () => {
  const files = globSync("{core,server}/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  const code = files.map((file) => readFileSync(file, "utf8")).join("");
  expect(eventKinds.filter((kind) => !code.includes(`"${kind}"`) && !code.includes(`'${kind}'`))).toEqual([]);
});
