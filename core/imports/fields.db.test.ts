// cspell:words OPTIN UNSUB beta
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { insertCode, insertLead, insertProject } from "@/tests/harness/factories";
import { importLeads, uploadLeads } from "@/tests/harness/imports";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { sendCode } from "../codes/send";
import type { Context } from "../context";
import { getLead } from "../leads/record";
import { updateLead } from "../leads/update";
import { updateProject } from "../projects/update";
import { addSuppression } from "../suppressions/add";
import { listSuppressions } from "../suppressions/list";
import { listImportRows } from "./record";
import { checkImport, runImport, undoImport } from "./start";

const app = await createTestApp();
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

const suppressions = async (ctx: Context) =>
  (await collectAll(await listSuppressions(ctx, {}))).map(({ email, reason, createdAt }) => [email, reason, createdAt.slice(0, 10)]).sort();

const today = new Date().toISOString().slice(0, 10);

test("answers to questions of each type are recognized by their label or key, and checked", async () => {
  const ctx = await createProject();
  const question = { required: false, onJoinForms: true, options: [] };
  await updateProject(ctx, {
    questions: [
      { ...question, key: "company", label: "Where do you work?", type: "text" },
      { ...question, key: "plan", label: "Plan", type: "choice", options: ["Free", "Pro"] },
      { ...question, key: "beta", label: "Beta tester", type: "checkbox" },
      { ...question, key: "site", label: "Website", type: "url" },
    ],
  });
  const file = "email,Where do you work?,plan,Beta tester,website\na@example.org,Acme,Pro,yes,acme.example\nb@example.org,,Gold,,\n";
  const { id, suggestedMapping, checked } = await importLeads(ctx, file);
  expect(suggestedMapping).toMatchObject({ "Where do you work?": "field:company", "Beta tester": "field:beta", website: "field:site" });
  expect((await getLead(ctx, "a@example.org")).fields).toEqual({ company: "Acme", plan: "Pro", beta: true, site: "https://acme.example" });
  expect(checked.counts).toMatchObject({ new: 2, invalid: 0, warnings: 1 });
  const [row] = await collectAll(await listImportRows(ctx, id, { outcome: "warnings" }));
  expect(row?.warnings).toEqual([{ column: "plan", value: "Gold", reason: "must be one of Free, Pro" }]);
  expect((await getLead(ctx, "b@example.org")).fields).toEqual({});
});

test("a consent column holds the text, or says who agreed to the text of the whole import", async () => {
  const ctx = await createProject();
  const file = "email,consent,consent date\na@example.org,yes,2021-02-03\nb@example.org,Fair in Rome,\nc@example.org,no,\nd@example.org,,";
  await importLeads(ctx, file, { consent: "Newsletter form" });
  const consent = async (email: string) => (await getLead(ctx, email)).consent;
  expect(await consent("a@example.org")).toEqual({ wording: "Newsletter form", at: "2021-02-03T00:00:00.000Z" });
  expect(await consent("b@example.org")).toMatchObject({ wording: "Fair in Rome" });
  expect(await consent("c@example.org")).toBeNull();
  expect(await consent("d@example.org")).toMatchObject({ wording: "Newsletter form" });
});

const mailchimpHeaders = "Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,NOTES";

test("the subscribed contacts of Mailchimp keep their dates", async () => {
  const ctx = await createProject();
  const row = (name: string, optIn: string) => `${name}@example.org,${name},,2,${optIn},,2022-05-06 07:08:09,192.0.2.1,`;
  const { done } = await importLeads(ctx, [mailchimpHeaders, row("a", "2020-01-02 03:04:05"), row("b", "")].join("\n"), {
    consent: "Form",
  });
  expect(done.result).toMatchObject({ created: 2 });
  const confirmed = { consent: { wording: "Form", at: "2022-05-06T07:08:09.000Z" } };
  expect(await getLead(ctx, "a@example.org")).toMatchObject({ createdAt: "2020-01-02T03:04:05.000Z", ...confirmed });
  expect(await getLead(ctx, "b@example.org")).toMatchObject({ createdAt: "2022-05-06T07:08:09.000Z", ...confirmed });
});

test.each([
  ["unsubscribed", "UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON", "2023-01-02 03:04:05,March,normal"],
  ["bounced", "CLEAN_TIME,CLEAN_CAMPAIGN_TITLE", "2023-01-02 03:04:05,March"],
])("the %s contacts of Mailchimp are suppressed, don't join the waitlist and get no email", async (reason, headers, cells) => {
  const ctx = await createProject();
  const file = `${mailchimpHeaders},${headers}\na@example.org,A,,2,,,2022-05-06 07:08:09,192.0.2.1,,${cells}`;
  const { id, checked, done } = await importLeads(ctx, file, { waitlist: "all" });
  expect(checked.counts).toMatchObject({ new: 1, existing: 0, duplicate: 0, invalid: 0, suppressed: 1 });
  expect(done.result.created).toBe(1);
  expect(await suppressions(ctx)).toEqual([["a@example.org", reason, "2023-01-02"]]);
  expect((await getLead(ctx, "a@example.org")).onWaitlist).toBe(false);
  const code = normalizeCode(await insertCode(ctx));
  expect((await sendCode(ctx, { code, emails: ["a@example.org"] })).skipped).toEqual([{ email: "a@example.org", reason: "suppressed" }]);
  await undoImport(ctx, id);
  expect(await suppressions(ctx)).toEqual([]);
});

test("a status column suppresses everyone who hasn't subscribed, and asks once what each unknown word and empty cells mean", async () => {
  const ctx = await createProject();
  const statuses = ["Subscribed", "Unsubscribed", "Cleaned", "complained", "Non-Subscribed", "", "Pending", "pending", "archived"];
  const file = `email,Email Marketing Status\n${statuses.map((status, n) => `s${n}@example.org,${status}`).join("\n")}`;
  const { id, suggestedMapping, questions } = await uploadLeads(ctx, file);
  expect(questions.map(({ kind, column, value, rows, suggestion }) => [kind, column, value, rows, suggestion])).toEqual([
    ["value_meaning", "Email Marketing Status", "Pending", 2, null],
    ["value_meaning", "Email Marketing Status", "archived", 1, null],
    ["value_meaning", "Email Marketing Status", "", 1, null],
  ]);
  const error = await checkImport(ctx, id, { mapping: suggestedMapping }).catch((reason) => reason);
  expect(error).toMatchObject({
    errorName: "invalid_input",
    fields: {
      "answers.value_meaning:Email Marketing Status:pending": [expect.stringMatching(/“Pending” .*“Email Marketing Status” \(2 rows\)/)],
    },
  });
  const answers = { pending: "skip", archived: "unsubscribed", "": "subscribed" };
  const checked = await checkImport(ctx, id, {
    mapping: suggestedMapping,
    answers: Object.fromEntries(
      Object.entries(answers).map(([value, answer]) => [`value_meaning:Email Marketing Status:${value}`, answer]),
    ),
  });
  expect(checked.counts).toMatchObject({ new: 7, invalid: 2, suppressed: 5 });
  await runImport(ctx, id);
  expect(await suppressions(ctx)).toEqual([
    ["s1@example.org", "unsubscribed", today],
    ["s2@example.org", "bounced", today],
    ["s3@example.org", "complained", today],
    ["s4@example.org", "unsubscribed", today],
    ["s8@example.org", "unsubscribed", today],
  ]);
  const [refused] = await collectAll(await listImportRows(ctx, id, { outcome: "refused" }));
  expect(refused).toMatchObject({ row: 8, problem: { value: "Pending", reason: expect.stringContaining("as you chose") } });
});

test("leads that exist are suppressed too, and undo removes only suppressions that it added and that weren't changed", async () => {
  const ctx = await createProject();
  const emails = ["before", "skipped", "changed"].map((name) => `${name}@example.org`);
  for (const email of emails) await insertLead(ctx, { email });
  await addSuppression(ctx, { email: "before@example.org", reason: "staff" });
  const { id, done } = await importLeads(ctx, `email,unsubscribed\n${emails.map((email) => `${email},yes`).join("\n")}`, {
    existing: "skip",
  });
  expect(done.result).toMatchObject({ created: 0, updated: 2, skipped: 1 });
  expect((await suppressions(ctx)).map(([email, reason]) => [email, reason])).toEqual([
    ["before@example.org", "staff"],
    ["changed@example.org", "unsubscribed"],
    ["skipped@example.org", "unsubscribed"],
  ]);
  await addSuppression(ctx, { email: "changed@example.org", note: "Also by phone." });
  expect((await undoImport(ctx, id)).result).toMatchObject({ undone: 1, kept: 1 });
  expect((await suppressions(ctx)).map(([email]) => email)).toEqual(["before@example.org", "changed@example.org"]);
  const events = await queryRows(
    app.db,
    sql`select kind from events where project_id = ${ctx.projectId} and email = 'skipped@example.org' and kind like 'suppression.%' order by id`,
  );
  expect(events).toEqual([{ kind: "suppression.added" }, { kind: "suppression.removed" }]);
});

test("a person who unsubscribed in a repeated row isn't emailed", async () => {
  const ctx = await createProject();
  const { checked } = await importLeads(ctx, "email,unsubscribed\na@example.org,\nA@example.org,2024-01-02\nb@example.org,no");
  expect(checked.counts).toMatchObject({ new: 2, duplicate: 1, suppressed: 1 });
  expect(await suppressions(ctx)).toEqual([["a@example.org", "unsubscribed", "2024-01-02"]]);
});

test("tags of a column and for all leads are added to new and updated leads, and undo removes those that it added", async () => {
  const ctx = await createProject();
  const updated = await insertLead(ctx, { tags: ["beta", "old"] });
  const full = await insertLead(ctx, { tags: Array.from({ length: 20 }, (_, n) => `tag ${n}`), firstname: "Full" });
  const file = `email,first name,TAGS\nnew@example.org,New,"""VIP"",""Early bird"""\n${updated},Ada,beta; vip\n${full},,vip\nlong@example.org,,${"x".repeat(41)}`;
  const { id, checked } = await importLeads(ctx, file, { existing: "fill", tags: ["imported"] });
  expect(checked.counts).toMatchObject({ new: 2, existing: 2, invalid: 0, warnings: 1 });
  const tags = async (email: string) => (await getLead(ctx, email)).tags;
  expect(await tags("new@example.org")).toEqual(["early bird", "imported", "vip"]);
  expect(await tags(updated)).toEqual(["beta", "imported", "old", "vip"]);
  expect(await tags("long@example.org")).toEqual(["imported"]);
  expect(await tags(full)).not.toContain("vip");
  await updateLead(ctx, updated, { addTags: ["mine"], removeTags: ["vip"] });
  await undoImport(ctx, id);
  expect(await tags(updated)).toEqual(["beta", "mine", "old"]);
});

test("leads that are skipped get no tags", async () => {
  const ctx = await createProject();
  const email = await insertLead(ctx, { tags: ["old"] });
  await importLeads(ctx, `email,tags\n${email},vip`, { tags: ["imported"] });
  expect((await getLead(ctx, email)).tags).toEqual(["old"]);
});

test("the file of leads that Gatehouse exports is recognized", async () => {
  const ctx = await createProject();
  const { suggestedMapping } = await importLeads(
    ctx,
    "Email,Source,Source tag,Status,Consent given,Created\na@example.org,page,fair,active,,2024-01-02",
  );
  expect(suggestedMapping).toMatchObject({ "Source tag": "sourceTag", Status: "emailStatus", "Consent given": "consentedAt" });
  expect(await getLead(ctx, "a@example.org")).toMatchObject({ sourceTag: "fair", createdAt: "2024-01-02T00:00:00.000Z" });
});
