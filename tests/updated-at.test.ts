import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { getDatabaseTime } from "@/core/context";
import { recordReport } from "@/core/email-reports/record";
import { suppressLeads } from "@/core/suppressions/bounces";
import { resubscribe, unsubscribe } from "@/core/suppressions/unsubscribe";
import { queryRows } from "@/db/query";
import { type ApiResponse, apiClient } from "./harness/api";
import { openCopy } from "./harness/copy";
import { insertCode, insertLead, secondsFromNow, uniqueEmail, uniqueId } from "./harness/factories";
import { importLeads, importSuppressionList } from "./harness/imports";
import { deliverEmails } from "./harness/sends";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const { ctx, secretKey, db } = app;
const api = apiClient(secretKey);

const getLead = async (email: string) => (await api.get(`/leads/email/${email}`)).data;
/** Without holds, which aren't in events and don't change `updatedAt`. */
const getCode = async (code: string) => (await api.post("/codes/lookup", { codes: [code] })).data[0];
const patchLead = (email: string, body: object) => api.call("PATCH", `/leads/email/${email}`, { body });
const patchCode = (code: string, body: object) => api.call("PATCH", `/codes/${code}`, { body });
const bulkLeads = (action: string, email: string, rest = {}) => api.post("/leads/bulk", { action, emails: [email], ...rest });
const createLeads = (body: object) => api.post("/leads/batch", body);
const send = async (email: string, code?: string) => api.post("/codes/send", { code: code ?? (await insertCode(ctx)), emails: [email] });
const personalCode = async (email: string): Promise<string> => (await getLead(email)).invitation.code;
const deleteJob = async (path: string, body: object): Promise<string> =>
  (await api.post(path, { action: "delete", bin: true, ...body })).data.id;
const restore = (deletion: string) => api.post("/bin/restore", { deletion });
const importIds = new Map<string, string>();

type Change = (subject: string) => Promise<unknown>;
type Row = [change: string, ...changes: Change[]];

/** Waits until the database's clock shows another millisecond, so that a change can be told from the one before. */
async function nextMillisecond(): Promise<void> {
  const start = await databaseTime();
  await expect.poll(databaseTime, { interval: 1 }).toBeGreaterThan(start + 1);
}

const databaseTime = async (): Promise<number> => Date.parse(await getDatabaseTime(ctx));

/**
 * Runs changes one after another. Each must change the record, and then `updatedAt` with it. Unless it is caused by time, a copy that follows
 * the events must have it.
 */
async function expectUpdates(
  read: () => Promise<ApiResponse["data"]>,
  changes: readonly (() => Promise<unknown>)[],
  isByTime = false,
): Promise<void> {
  const copy = openCopy(api);
  await copy.load();
  for (const [index, change] of changes.entries()) {
    const { updatedAt: before, ...recordBefore } = await read();
    await nextMillisecond();
    await change();
    const { updatedAt: after, ...record } = await read();
    expect(record, `change ${index + 1} changes the record`).not.toEqual(recordBefore);
    expect(Date.parse(after), `change ${index + 1} changes updatedAt`).toBeGreaterThan(Date.parse(before));
    if (isByTime) continue;
    const copied = async () => {
      await copy.follow();
      return copy.leads().get(record.id) ?? copy.codes().get(record.id);
    };
    await expect.poll(copied, { message: `a copy has change ${index + 1}`, timeout: 3000 }).toEqual({ ...record, updatedAt: after });
  }
}

describe("updatedAt of a lead changes, and an event names them, with", () => {
  test.each<Row>([
    ["a claim and its revocation", claim, (email) => api.post("/claims/revoke", { code: claimed.get(email), email })],
    ["a claim and the deletion of its code", claim, (email) => api.post("/codes/delete", { code: claimed.get(email) })],
    [
      "the restoring of a code that they claimed",
      claim,
      async (email) => deletions.set(email, await deleteJob("/codes/bulk", { codes: [claimed.get(email)] })),
      (email) => restore(deletions.get(email) ?? ""),
    ],
    [
      "a suppression by staff, its reason, and its removal",
      (email) => api.post("/suppressions", { email }),
      (email) => api.call("PATCH", `/suppressions/${email}`, { body: { reason: "complained" } }),
      (email) => api.call("DELETE", `/suppressions/${email}`),
    ],
    ["unsubscribing and resubscribing", (email) => unsubscribe(ctx, email), (email) => resubscribe(ctx, email)],
    ["a bounce", (email) => suppressLeads(ctx, [email], "bounced")],
    ["a complaint", (email) => suppressLeads(ctx, [email], "complained")],
    [
      "a list of suppressions with old dates, and its undoing",
      async (email) => {
        const { id } = await importSuppressionList(ctx, `email,reason,created_at\n${email},unsubscribed,2024-05-01T00:00:00Z\n`);
        importIds.set(email, id);
      },
      (email) => api.post(`/imports/${importIds.get(email)}/undo`),
    ],
    [
      "an import that changes them, and its undoing",
      async (email) => {
        const { id } = await importLeads(ctx, `email,first name\n${email},Ada\n`, { existing: "overwrite" });
        importIds.set(email, id);
      },
      (email) => api.post(`/imports/${importIds.get(email)}/undo`),
    ],
    [
      "the request of many leads that changes them, adds them to the waitlist, and suppresses them",
      (email) => createLeads({ leads: [{ email, firstname: "Ada" }], onConflict: "update" }),
      (email) => createLeads({ leads: [{ email, waitlist: true }], onConflict: "waitlist" }),
      (email) => createLeads({ leads: [{ email, unsubscribed: true }] }),
    ],
    [
      "someone they referred, who changes their email, is deleted, restored and erased",
      async (email) => {
        const referred = uniqueEmail();
        await api.post("/leads/create", { email: referred, referralCode: (await getLead(email)).referralCode });
        referrals.set(email, referred);
      },
      async (email) => deletions.set(email, await deleteJob("/leads/bulk", { emails: [referrals.get(email)] })),
      (email) => restore(deletions.get(email) ?? ""),
      (email) => api.post("/leads/delete", { email: referrals.get(email) }),
    ],
    [
      "the deletion of their referrer",
      async (email) => {
        const referrer = await insertLead(ctx);
        await importLeads(ctx, `email,referred by\n${email},${referrer}\n`, { existing: "overwrite" });
        referrals.set(email, referrer);
      },
      (email) => api.post("/leads/delete", { email: referrals.get(email) }),
    ],
    [
      "an email that is queued, sent, and bounces after another was sent",
      (email) => send(email),
      (email) => deliverEmails(ctx, "sent", email),
      (email) => send(email),
      reportBounce,
    ],
    [
      "the cancellation of a send",
      (email) => send(email).then(({ data }) => sends.set(email, data.sendId)),
      (email) => api.post(`/sends/${sends.get(email)}/cancel`),
    ],
    ["their names, notes and answers", (email) => patchLead(email, { firstname: "Ada" }), (email) => patchLead(email, { notes: "Hi." })],
    [
      "their tags",
      (email) => patchLead(email, { tags: ["vip"] }),
      (email) => bulkLeads("add_tags", email, { tags: ["press"] }),
      (email) => bulkLeads("remove_tags", email, { tags: ["press"] }),
    ],
    ["the waitlist", (email) => patchLead(email, { waitlist: true }), (email) => bulkLeads("leave_waitlist", email)],
    [
      "an invitation, its extension, its pause by staff, its end and a new one",
      (email) => patchLead(email, { waitlist: true }),
      (email) => api.post("/leads/invite", { emails: [email] }),
      async (email) => patchCode(await personalCode(email), { validUntil: secondsFromNow(9000) }),
      (email) => bulkLeads("return_to_waitlist", email),
      (email) => api.post("/leads/invite", { emails: [email] }),
      (email) =>
        bulkLeads("reissue_invitation", email, {}).then(async () =>
          patchCode(await personalCode(email), { validUntil: secondsFromNow(-1) }),
        ),
    ],
    [
      "the deletion and restoring of the batch of their code",
      (email) => api.post("/leads/invite", { emails: [email] }).then(({ data }) => batches.set(email, data.batch.id)),
      (email) => deliverEmails(ctx, "sent", email),
      async (email) =>
        deletions.set(
          email,
          (await api.post("/batches/bulk", { action: "delete", batches: [batches.get(email)], bin: true })).data.jobs[0].id,
        ),
      (email) => restore(deletions.get(email) ?? ""),
    ],
    [
      "a declined invitation",
      (email) => api.post("/leads/invite", { emails: [email] }),
      async (email) => api.post("/codes/decline", { email, code: await personalCode(email) }),
    ],
    [
      "a canceled invitation",
      (email) => patchLead(email, { waitlist: true }),
      (email) => api.post("/leads/invite", { emails: [email] }).then(({ data }) => sends.set(email, data.sendId)),
      (email) => api.post(`/sends/${sends.get(email)}/cancel`),
    ],
    ["a wave", (email) => patchLead(email, { waitlist: true }), (email) => api.post("/waves", { size: 1, filter: { q: email } })],
  ])("%s", async (_, ...changes) => {
    const email = await insertLead(ctx);
    await expectUpdates(
      () => getLead(email),
      changes.map((change) => () => change(email)),
    );
  });

  test("an approval, and being restored from the bin", async () => {
    const held = await insertLead(ctx, { status: "held" });
    await expectUpdates(() => getLead(held), [() => bulkLeads("approve", held)]);
    const before = await getLead(held);
    await nextMillisecond();
    await restore(await deleteJob("/leads/bulk", { emails: [held] }));
    expect((await getLead(held)).updatedAt > before.updatedAt).toBe(true);
  });
});

const claimed = new Map<string, string>();
const deletions = new Map<string, string>();
const referrals = new Map<string, string>();
const sends = new Map<string, string>();
const batches = new Map<string, string>();

/** Reports the email that was sent to a lead as bounced. */
async function reportBounce(email: string): Promise<void> {
  const [sent] = await queryRows<{ id: string }>(db, sql`select id from deliveries where email = ${email} and status = 'sent'`);
  const recipient = { reason: "bounced" as const, email, messageId: `<${sent?.id}@codes.example.org>`, detail: "550 5.1.1 No such user" };
  await recordReport(ctx, "dsn", { id: uniqueId(), recipients: [recipient] });
}

async function claim(email: string) {
  const code = await insertCode(ctx);
  claimed.set(email, code);
  return api.post("/codes/claim", { code, email });
}

describe("updatedAt of a code changes, and an event names it, with", () => {
  const claimBy = (code: string, email: string) => api.post("/codes/claim", { code, email });
  const updateBatch = async (code: string, body: object) => api.call("PATCH", `/batches/${(await getCode(code)).batch.id}`, { body });
  const email = () => uniqueEmail();

  test.each<Row>([
    [
      "a claim and its revocation",
      (code) => claimBy(code, `a${code}@example.org`),
      (code) => api.post("/claims/revoke", { code, email: `a${code}@example.org` }),
    ],
    [
      "the deletion and restoring of who claimed it",
      (code) => claimBy(code, `b${code}@example.org`),
      async (code) => deletions.set(code, await deleteJob("/leads/bulk", { emails: [`b${code}@example.org`] })),
      (code) => restore(deletions.get(code) ?? ""),
    ],
    ["a pause", (code) => patchCode(code, { paused: true }), (code) => patchCode(code, { paused: false })],
    ["an extension", (code) => patchCode(code, { validUntil: secondsFromNow(900) }), (code) => patchCode(code, { allowedClaims: 3 })],
    ["a reservation", (code) => patchCode(code, { reservedFor: email() }), (code) => patchCode(code, { reservedFor: null })],
    [
      "the deletion of who it is reserved for",
      (code) => insertLead(ctx, { email: `c${code}@example.org` }).then((reservedFor) => patchCode(code, { reservedFor })),
      (code) => api.post("/leads/delete", { email: `c${code}@example.org` }),
    ],
    ["tags", (code) => patchCode(code, { tags: ["vip"] }), (code) => patchCode(code, { removeTags: ["vip"] })],
    [
      "the name, pause and redemption of its batch",
      (code) => updateBatch(code, { name: "Spring" }),
      (code) => updateBatch(code, { paused: true }),
      (code) => updateBatch(code, { paused: false }),
      (code) => updateBatch(code, { redemptionInstructions: "At the counter." }),
    ],
    [
      "the extension of its batch",
      async (code) => api.post("/batches/bulk", { action: "extend", batches: [(await getCode(code)).batch.id], allowedClaims: 7 }),
    ],
  ])("%s", async (_, ...changes) => {
    const code = await insertCode(ctx, { allowedClaims: 2, text: `code-${uniqueId()}` });
    await expectUpdates(
      () => getCode(code),
      changes.map((change) => () => change(code)),
    );
  });

  test("its start, its end, and being restored from the bin", async () => {
    const [start, end] = [secondsFromNow(0.3), secondsFromNow(0.6)];
    const code = await insertCode(ctx, { validFrom: start, validUntil: end });
    const waitFor = (status: string) => expect.poll(async () => (await getCode(code)).status).toBe(status);
    await expectUpdates(() => getCode(code), [() => waitFor("active"), () => waitFor("expired")], true);
    const before = await getCode(code);
    await nextMillisecond();
    await restore(await deleteJob("/codes/bulk", { codes: [code] }));
    expect((await getCode(code)).updatedAt > before.updatedAt).toBe(true);
  });
});

test("a copy loses what was deleted, one by one, at once, to the bin, with a batch, and by undoing an import", async () => {
  const copy = openCopy(api);
  const emails = [await insertLead(ctx), await insertLead(ctx), await insertLead(ctx)];
  const codes = await Promise.all(Array.from({ length: 4 }, () => insertCode(ctx)));
  const { id } = await importLeads(ctx, `email\n${uniqueEmail()}\n`);
  await copy.load();
  await api.post("/leads/delete", { email: emails[0] });
  await api.post("/leads/bulk", { action: "delete", emails: [emails[1]] });
  await deleteJob("/leads/bulk", { emails: [emails[2]] });
  await api.post("/codes/delete", { code: codes[0] });
  await api.post("/codes/bulk", { action: "delete", codes: [codes[1]] });
  await deleteJob("/codes/bulk", { codes: [codes[2]] });
  await api.post("/batches/bulk", { action: "delete", batches: [(await getCode(codes[3] ?? "")).batch.id] });
  await api.post(`/imports/${id}/undo`);
  const ids = async (path: string): Promise<string[]> => (await api.get(path)).data.map((record: { id: string }) => record.id).sort();
  const copied = async () => {
    await copy.follow();
    return [[...copy.leads().keys()].sort(), [...copy.codes().keys()].sort()];
  };
  await expect.poll(copied).toEqual([await ids("/leads"), await ids("/codes")]);
});
