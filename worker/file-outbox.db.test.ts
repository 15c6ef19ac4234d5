// cspell:words zqfirst zqlast zqnote zqanswer zqtag zqsource zqutm zqpath zqagent zqcell zqreason
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { afterAll, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { deleteLead } from "@/core/leads/delete";
import { getLead } from "@/core/leads/record";
import { queueAccountEmail } from "@/core/staff/record";
import { queryRows } from "@/db/query";
import { cleanupQueue } from "@/db/queue";
import { newId } from "@/lib/ids";
import { type ApiResponse, apiClient } from "@/tests/harness/api";
import { deleteLeads } from "@/tests/harness/bin";
import { insertCode, insertLead, insertLeads, uniqueEmail, uniqueId } from "@/tests/harness/factories";
import { setDeliveryStatus } from "@/tests/harness/sends";
import { insertStaff } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { findTraces, findTracesInFiles } from "@/tests/harness/traces";
import { startWorker, waitUntil } from "@/tests/harness/worker";
import { cleanUpOutbox } from "./outbox";

const app = await createTestApp();
const { ctx, db, url } = app;
const dataDir = mkdtempSync(join(tmpdir(), "gatehouse outbox "));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const outbox = join(dataDir, "outbox");
let worker = await startWorker({ url, dataDir });

test("emails are saved to files without a mail server, and the log has the folder but no personal data", async () => {
  const emails = await insertLeads(ctx, 60);
  const code = await insertCode(ctx, { text: "curious-pineapple" });
  await sendCode(ctx, { code: normalizeCode(code), emails });
  const savedDeliveries = () =>
    queryRows<{ id: string; email: string }>(db, sql`select id, email from deliveries where status = 'saved_to_file'`);
  await waitUntil("all emails are saved", async () => (await savedDeliveries()).length === emails.length);

  expect(statSync(outbox).mode & 0o777).toBe(0o700);
  expect(readdirSync(outbox).sort()).toEqual((await savedDeliveries()).map(({ id }) => `${id}.eml`).sort());
  for (const { id, email } of (await savedDeliveries()).slice(0, 3)) {
    const file = join(outbox, `${id}.eml`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const parsed = await PostalMime.parse(readFileSync(file));
    expect(parsed.to?.[0]?.address).toBe(email);
    expect(parsed.text).toContain("curious-pineapple");
  }
  expect((await worker.stop()).code).toBe(0);
  const log = worker.logLines().join("\n");
  expect(log).toContain(outbox);
  expect(log).not.toMatch(/@example|pineapple/);
});

const findDelivery = async (email: string) => {
  const [row] = await queryRows<{ id: string }>(db, sql`select id from deliveries where email = ${email} and status = 'saved_to_file'`);
  return row?.id;
};

test("the saved emails of a deleted lead are removed at once or when they leave the bin and no others, and so are abandoned uploads", async () => {
  const earlierFiles = readdirSync(outbox);
  const abandonedUpload = join(tmpdir(), "gatehouse-import-worker-test");
  writeFileSync(abandonedUpload, "");
  utimesSync(abandonedUpload, new Date(), new Date(Date.now() - 7 * 3_600_000));
  const [deleted, kept, binned] = [await insertLead(ctx), await insertLead(ctx), await insertLead(ctx)];
  const { sendId } = await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails: [binned] });
  await setDeliveryStatus(ctx, sendId, "saved_to_file", [binned]);
  const binnedId = await findDelivery(binned);
  writeFileSync(join(outbox, `${binnedId}.eml`), "");
  await deleteLeads(ctx, [binned]);
  await db.execute(sql`update bin_entries set created_at = now() - interval '31 days'`);
  // The worker cleans up every hour. It looks for such jobs when it starts.
  await db.execute(sql`insert into pgboss.job (name) values (${cleanupQueue})`);
  worker = await startWorker({ url, dataDir });
  await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails: [deleted, kept] });
  await queueAccountEmail(ctx, { kind: "password_changed", staffId: (await insertStaff(ctx)).id });
  const deletedId = await waitUntil("the email is saved", () => findDelivery(deleted));
  const keptId = await waitUntil("the other email is saved", () => findDelivery(kept));
  await waitUntil("the email to staff is saved", () => readdirSync(outbox).some((name) => name.startsWith("staff-")));
  expect(existsSync(join(outbox, `${deletedId}.eml`))).toBe(true);

  await deleteLead(ctx, deleted);
  await waitUntil("the email is removed", () => !existsSync(join(outbox, `${deletedId}.eml`)));
  await waitUntil("the lead leaves the bin", async () => (await queryRows(db, sql`select from bin_entries`)).length === 0);
  await waitUntil("their email is removed", () => !existsSync(join(outbox, `${binnedId}.eml`)));
  await waitUntil("the abandoned upload is removed", () => !existsSync(abandonedUpload));
  const files = readdirSync(outbox).filter((name) => !earlierFiles.includes(name));
  expect(files.sort()).toEqual([`${keptId}.eml`, expect.stringMatching(/^staff-.*\.eml$/)]);
  expect(readdirSync(outbox)).toEqual(expect.arrayContaining(earlierFiles));
});

test("a deleted lead leaves no trace in any table, file or log, and all counts stay right", async () => {
  const [staffApi, publicApi] = [apiClient(app.secretKey), apiClient(app.publicKey)];
  const ok = async (response: Promise<ApiResponse>) => {
    const { status, data, text } = await response;
    expect(status, text).toBe(200);
    return data;
  };
  const id = uniqueId();
  // Everything that a person enters, and that others enter about them.
  const word = (name: string) => `${name}${id}`;
  const email = `${word("zq-local")}@${word("zq-host")}.example`;
  const texts = [
    "zq-local",
    "zq-host",
    "zqfirst",
    "zqlast",
    "zqnote",
    "zqanswer",
    "zqtag",
    "zqsource",
    "zqutm",
    "zqpath",
    "zqagent",
    "zqcell",
    "zqreason",
  ].map(word);
  const client = { ipAddress: "203.0.113.217", headers: { "user-agent": word("zqagent") } };

  const questions = [{ key: "company", label: "Company", type: "text", options: [], required: false, onJoinForms: true }];
  await db.execute(sql`update projects set questions = ${JSON.stringify(questions)}::jsonb, referral_bonus = 2`);
  const [referrer, friend] = [await insertLead(ctx, { onWaitlist: true }), uniqueEmail()];
  const signUp = {
    email,
    firstname: word("zqfirst"),
    lastname: word("zqlast"),
    waitlist: true,
    fields: { company: word("zqanswer") },
    sourceTag: word("zqsource"),
    utm: { campaign: word("zqutm") },
    referrerUrl: `https://example.org/${word("zqpath")}`,
    referralCode: (await getLead(ctx, referrer)).referralCode,
  };
  await ok(publicApi.post("/leads/create", signUp, client));
  const { referralCode } = await getLead(ctx, email);
  await ok(staffApi.post("/leads/create", { email: friend, referralCode, waitlist: true }));
  await ok(staffApi.call("PATCH", `/leads/email/${email}`, { body: { notes: word("zqnote"), addTags: [word("zqtag")] } }));
  await ok(staffApi.post("/leads/bulk", { action: "remove_tags", tags: [word("zqtag")], emails: [email] }));
  // The first row can be imported, the others are refused or not checked.
  const rows = `email,notes,createdAt\n${email},${word("zqcell")},\n${email},${word("zqcell")},never\n${word("zqcell")} ${email},,\n`;
  const upload = () => ok(staffApi.post("/imports", rows));
  const { id: importId } = await upload();
  await upload();
  const importStatus = (status: string) =>
    waitUntil(`the import is ${status}`, async () => (await ok(staffApi.get(`/imports/${importId}`))).status === status);
  await ok(
    staffApi.post(`/imports/${importId}/check`, { mapping: { email: "email", notes: "notes", createdAt: "createdAt" }, existing: "fill" }),
  );
  await importStatus("checked");
  await ok(staffApi.post(`/imports/${importId}/run`));
  await importStatus("completed");
  // The saved emails contain both addresses.
  await ok(staffApi.post("/leads/change-email", { email, newEmail: `new-${email}` }));
  await waitUntil("the link is saved", () =>
    readdirSync(dataDir, { recursive: true }).some((name) => String(name).includes("email-change-")),
  );
  const code = await insertCode(ctx, { allowedClaims: 2 });
  await ok(staffApi.post("/codes/generate", { amount: 1, reservedFor: email }));
  await ok(staffApi.post("/waves", { size: 5 }));
  await ok(staffApi.post("/announcements", { subject: "News", body: "Hello {{firstname}} {{field.company}}", emails: [email, friend] }));
  const { sendId } = await ok(staffApi.post("/codes/send", { code, emails: [email, friend], skip: [] }));
  await publicApi.post("/codes/claim", { code: "unknown-code", email }, client);
  for (const each of [email, friend]) await ok(publicApi.post("/codes/claim", { code, email: each }, client));
  await ok(staffApi.get("/waitlist/funnel"));
  await ok(staffApi.get("/overview"));
  await ok(staffApi.get("/tags/leads"));
  await ok(staffApi.get("/leads/stats"));
  // Only stats that took long are cached.
  const value = JSON.stringify({ sources: [{ sourceTag: word("zqsource") }], tags: [{ tag: word("zqtag") }] });
  await db.execute(
    sql`insert into stats (project_id, name, value, computed_at, duration_ms) values (1, 'test', ${value}::jsonb, now(), 100)`,
  );
  await waitUntil("all emails are saved", async () => (await ok(staffApi.get("/deliveries?status=queued"))).length === 0);
  await waitUntil("the send is completed", async () => (await ok(staffApi.get(`/sends/${sendId}`))).completed);
  await ok(staffApi.post("/suppressions", { email, reason: "staff", note: word("zqreason") }));
  await db.execute(
    sql`insert into saved_views (project_id, id, list, name, filters) values (1, gen_random_uuid(), 'leads', 'One', ${JSON.stringify({ q: email })}::jsonb)`,
  );
  await db.execute(sql`with e as (
      insert into saved_files (project_id, id, list, format, actor_kind, completed_at, expires_at)
      values (1, gen_random_uuid(), 'leads', 'csv', 'secret_key', now(), now() + interval '1 day') returning project_id, id
    ) insert into saved_file_chunks select project_id, id, 1, convert_to(${email}, 'UTF8') from e`);

  const readCounts = async () => ({
    send: pick(await ok(staffApi.get(`/sends/${sendId}`)), ["notifiedLeads", "deletedLeads", "completed"]),
    code: pick(await ok(staffApi.get(`/codes/${code}`)), ["claims", "allowedClaims", "status"]),
    wave: pick((await ok(staffApi.get("/waves")))[0], ["invited", "status"]),
    import: (await ok(staffApi.get(`/imports/${importId}`))).counts,
    leads: (await ok(staffApi.get("/leads"))).length,
    claims: (await ok(staffApi.get(`/claims?code=${code}`))).length,
  });
  const before = await readCounts();
  const found = await findTraces(db, texts);
  for (const table of [
    "leads",
    "deliveries",
    "claims",
    "failed_claims",
    "events",
    "import_rows",
    "lead_invitations",
    "codes",
    "suppressions",
  ])
    expect(
      found.some((trace) => trace.startsWith(`public.${table}:`)),
      table,
    ).toBe(true);
  expect(findTracesInFiles(dataDir, texts)).not.toEqual([]);

  await ok(staffApi.post("/leads/delete", { email }));
  expect(await findTraces(db, [...texts, client.ipAddress])).toEqual([]);
  await waitUntil("the saved emails are removed", () => findTracesInFiles(dataDir, texts).length === 0);
  expect((await worker.stop()).code).toBe(0);
  expect(await findTraces(db, texts)).toEqual([]);
  expect(texts.filter((text) => worker.logLines().join("\n").includes(text))).toEqual([]);
  const after = await readCounts();
  expect(after).toEqual({
    ...before,
    send: { ...before.send, deletedLeads: 1 },
    code: { ...before.code, claims: 1, status: "active" },
    leads: before.leads - 1,
    claims: 1,
  });
  // Nothing that is listed or searched has them either.
  for (const path of [
    `/leads?q=${word("zqfirst")}`,
    `/events?email=${email}`,
    `/suppressions?q=${word("zq-local")}`,
    `/claims?email=${email}`,
  ])
    expect(await ok(staffApi.get(path)), path).toEqual([]);
  for (const row of await ok(staffApi.get(`/imports/${importId}/rows`))) expect(row).toMatchObject({ email: null, cells: [] });
});

const pick = (record: Record<string, unknown>, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, record[name]]));

test("saved emails are kept for 30 days, except those of leads who were deleted while another worker ran", async () => {
  const folder = join(dataDir, "other");
  await cleanUpOutbox(db, folder);
  mkdirSync(folder);
  const email = await insertLead(ctx);
  const { sendId } = await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails: [email] });
  const [delivery] = await queryRows<{ id: string }>(db, sql`select id from deliveries where send_id = ${sendId}::uuid`);
  const daysAgo = { "staff-new.eml": 29, "staff-old.eml": 31, "old.eml.part": 31, [`${delivery?.id}.eml`]: 29, [`${newId()}.eml`]: 0 };
  for (const [name, days] of Object.entries(daysAgo)) {
    writeFileSync(join(folder, name), "");
    const at = Date.now() / 1000 - days * 86_400;
    utimesSync(join(folder, name), at, at);
  }
  await cleanUpOutbox(db, folder);
  expect(readdirSync(folder).sort()).toEqual([`${delivery?.id}.eml`, "staff-new.eml"].sort());
});
