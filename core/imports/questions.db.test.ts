// cspell:words GMTOFF DSTOFF Registriert
import { expect, test } from "vitest";
import { insertLead, insertProject } from "@/tests/harness/factories";
import { importLeads, uploadLeads } from "@/tests/harness/imports";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { getLead } from "../leads/record";
import { listSuppressions } from "../suppressions/list";
import { getImport } from "./record";
import { checkImport, runImport, undoImport } from "./start";

const app = await createTestApp();
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

const suppressed = async (ctx: Context) => (await collectAll(await listSuppressions(ctx, {}))).map(({ email }) => email).sort();

test("a column that is imported as the opposite of what it says must be confirmed", async () => {
  const ctx = await createProject();
  const { id } = await uploadLeads(ctx, "email,subscribed\na@example.org,yes\nb@example.org,no");
  const mapping = { email: "email", subscribed: "unsubscribed" };
  const error = await checkImport(ctx, id, { mapping }).catch((reason) => reason);
  expect(error).toMatchObject({
    errorName: "invalid_input",
    fields: {
      "answers.opposite_sense:subscribed": [expect.stringMatching(/“subscribed” seems to mean the opposite.*answer with confirm/)],
    },
  });
  const wrong = await checkImport(ctx, id, { mapping, answers: { "opposite_sense:subscribed": "yes" } }).catch((reason) => reason);
  expect(wrong.fields).toHaveProperty(["answers.opposite_sense:subscribed"]);
  const checked = await checkImport(ctx, id, { mapping, answers: { "opposite_sense:subscribed": "confirm" } });
  expect(checked.counts).toMatchObject({ new: 2, suppressed: 1 });
  await runImport(ctx, id);
  expect(await suppressed(ctx)).toEqual(["a@example.org"]);
});

test("the opposite of a column about opting out must be confirmed too, and the right sense isn't asked", async () => {
  const ctx = await createProject();
  const { id, questions } = await uploadLeads(ctx, "email,opt out\na@example.org,yes\nb@example.org,no");
  expect(questions).toEqual([]);
  const error = await checkImport(ctx, id, { mapping: { email: "email", "opt out": "subscribed" } }).catch((reason) => reason);
  expect(Object.keys(error.fields)).toEqual(["answers.opposite_sense:opt out"]);
});

test.each([
  ["is left out", {}],
  ["is ignored", { Unsubscribed: "ignore" }],
  ["is imported as notes", { Unsubscribed: "notes" }],
])("a column that says who unsubscribed and %s must be confirmed", async (_name, others: Record<string, string>) => {
  const ctx = await createProject();
  const { id } = await uploadLeads(ctx, "email,Unsubscribed\na@example.org,yes\nb@example.org,no");
  const mapping = { email: "email", ...others };
  const error = await checkImport(ctx, id, { mapping }).catch((reason) => reason);
  expect(error.fields).toEqual({
    "answers.unused_consent:Unsubscribed": [expect.stringMatching(/“Unsubscribed” seems to say who must not be emailed \(1 row\)/)],
  });
  const { questions } = await getImport(ctx, id);
  expect(questions).toEqual([]);
  const checked = await checkImport(ctx, id, { mapping, answers: { "unused_consent:Unsubscribed": "ignore" } });
  expect(checked.counts).toMatchObject({ new: 2, suppressed: 0 });
});

test("a column without anyone who unsubscribed can be left out", async () => {
  const ctx = await createProject();
  const { id } = await uploadLeads(ctx, "email,Unsubscribed\na@example.org,no\nb@example.org,no");
  expect((await checkImport(ctx, id, { mapping: { email: "email" } })).counts).toMatchObject({ new: 2, suppressed: 0 });
});

test("people whose word means that they have left the waitlist aren't put on it, also if all others are", async () => {
  const ctx = await createProject();
  const file = "email,status\na@example.org,applied\nb@example.org,invited\nc@example.org,offboarded";
  const answers = { "value_meaning:status:applied": "waiting", "value_meaning:status:invited": "left" };
  const { suggestedMapping } = await uploadLeads(ctx, file);
  expect(suggestedMapping.status).toBe("emailStatus");
  await importLeads(ctx, file, { waitlist: "all", answers });
  const waits = async (name: string) => (await getLead(ctx, `${name}@example.org`)).onWaitlist;
  expect([await waits("a"), await waits("b"), await waits("c")]).toEqual([true, false, false]);
  const statuses = await Promise.all(["a", "b", "c"].map(async (name) => (await getLead(ctx, `${name}@example.org`)).waitlistStatus));
  expect(statuses).toEqual(["waiting", "left", "left"]);
});

test("people who haven't confirmed their email must confirm it, also if all others join the waitlist", async () => {
  const ctx = await createProject();
  await insertLead(ctx, { email: "old@example.org" });
  const rows = ["a,active", "b,pending", "c,unconfirmed", "old,pending"].map((row) => row.replace(",", "@example.org,"));
  const file = ["email,status", ...rows].join("\n");
  const { questions } = await uploadLeads(ctx, file);
  expect(questions.map(({ value, options }) => [value, options.includes("unconfirmed")])).toEqual([
    ["active", true],
    ["pending", true],
  ]);
  const answers = { "value_meaning:status:active": "subscribed", "value_meaning:status:pending": "unconfirmed" };
  const { id } = await importLeads(ctx, file, { waitlist: "all", existing: "overwrite", answers });
  const read = async (name: string) => {
    const { status, onWaitlist, confirmedAt } = await getLead(ctx, `${name}@example.org`);
    return [status, onWaitlist, confirmedAt];
  };
  expect(await read("a")).toEqual(["active", true, null]);
  expect(await read("b")).toEqual(["unconfirmed", false, null]);
  expect(await read("c")).toEqual(["unconfirmed", false, null]);
  expect(await read("old")).toEqual(["active", false, null]);
  expect(await undoImport(ctx, id)).toMatchObject({ result: { undone: 3 } });
});

test("Mautic's reasons not to contact someone become suppressions with these reasons", async () => {
  const ctx = await createProject();
  const file = "email,doNotContact\na@example.org,0\nb@example.org,1\nc@example.org,2\nd@example.org,3";
  const { checked } = await importLeads(ctx, file);
  expect(checked.counts).toMatchObject({ new: 4, suppressed: 3 });
  const reasons = (await collectAll(await listSuppressions(ctx, {}))).map(({ email, reason }) => [email, reason]).sort();
  expect(reasons).toEqual([
    ["b@example.org", "unsubscribed"],
    ["c@example.org", "bounced"],
    ["d@example.org", "staff"],
  ]);
});

test("the hours from Greenwich in an export aren't asked about, and a German date of registration is recognized", async () => {
  const ctx = await createProject();
  const file = "Email Address,GMTOFF,DSTOFF,Registriert am\na@example.org,0,1,2025-03-04\nb@example.org,0,1,2025-03-05";
  const { questions, suggestedMapping } = await uploadLeads(ctx, file);
  expect(questions).toEqual([]);
  expect(suggestedMapping).toEqual({ "Email Address": "email", "Registriert am": "createdAt" });
});

test("columns that say who isn't an ordinary member are asked about one by one, and not with harmless ones", async () => {
  const ctx = await createProject();
  const headers =
    "id,username,email,created_at,last_seen_at,approved,suspended_at,silenced_till,active,admin,staged,opt_in_date,group_names";
  const row = (name: string, cells: string) => `1,${name},${name}@example.org,2025-03-04,2025-04-05,${cells}`;
  const file = [headers, row("a", "true,,,true,false,false,2025-03-04,vip;beta"), row("b", "false,2025-03-05,,false,false,true,,")].join(
    "\n",
  );
  const { id, questions, suggestedMapping } = await uploadLeads(ctx, file);
  expect(suggestedMapping).toMatchObject({ group_names: "tags", opt_in_date: "consentedAt" });
  const asked = (list: typeof questions) => list.map(({ kind, column }) => `${kind} ${column}`);
  const members = ["approved", "suspended_at", "active", "staged"].map((column) => `unused_consent ${column}`);
  expect(asked(questions)).toEqual([...members, "unused_columns last_seen_at"]);
  const mapping = { email: "email", suspended_at: "unsubscribed" };
  const error = await checkImport(ctx, id, { mapping, answers: { unused_columns: "ignore" } }).catch((reason) => reason);
  expect(Object.keys(error.fields)).toEqual(
    ["approved", "active", "staged", "opt_in_date"].map((column) => `answers.unused_consent:${column}`),
  );
  const answers = Object.fromEntries(
    ["approved", "active", "staged", "opt_in_date"].map((column) => [`unused_consent:${column}`, "ignore"]),
  );
  const checked = await checkImport(ctx, id, { mapping, answers: { unused_columns: "ignore", ...answers } });
  expect(checked.counts).toMatchObject({ new: 2, suppressed: 1 });
});

test("reasons to unsubscribe are asked about if no other column says who did", async () => {
  const ctx = await createProject();
  const asked = async (file: string) => (await uploadLeads(ctx, file)).questions.map(({ kind, column }) => `${kind} ${column}`);
  const rows = "\na@example.org,,\nb@example.org,Too many emails,2025-03-04";
  expect(await asked(`email,Unsubscribe reason,Unsubscribed at${rows}`)).toEqual([]);
  expect(await asked(`email,Unsubscribe reason,Last seen${rows}`)).toEqual([
    "unused_consent Unsubscribe reason",
    "unused_columns Last seen",
  ]);
});

test.each([
  [
    "Google Forms",
    "Timestamp,Email Address,Do you want emails?\n3/25/2025 5:06:07,a@example.org,Yes\n3/26/2025 5:06:07,b@example.org,No",
    2,
  ],
  ["no headers", "a@example.org,yes\nb@example.org,no", 1],
])("a no below a header that doesn't say what it means is asked about, in a file of %s", async (_name, file, index) => {
  const ctx = await createProject();
  const { id, columns, questions, suggestedMapping } = await uploadLeads(ctx, file);
  const column = columns[index] ?? "";
  expect(questions.map(({ kind, column: about }) => [kind, about])).toEqual([["unused_consent", column]]);
  const error = await checkImport(ctx, id, { mapping: suggestedMapping }).catch((reason) => reason);
  expect(Object.keys(error.fields)).toEqual([`answers.unused_consent:${column}`]);
  await checkImport(ctx, id, { mapping: { ...suggestedMapping, [column]: "subscribed" } });
  await runImport(ctx, id);
  expect(await suppressed(ctx)).toEqual(["b@example.org"]);
});

test("counts and reasons of bounces become suppressions of those who have some", async () => {
  const ctx = await createProject();
  const file = "email,Bounce count,Email hard bounce reason\na@example.org,0,\nb@example.org,3,\nc@example.org,0,UNKNOWN_USER";
  const { id, questions, suggestedMapping } = await uploadLeads(ctx, file);
  expect(questions.map(({ kind, column, rows }) => [kind, column, rows])).toEqual([["unused_consent", "Bounce count", 1]]);
  expect(suggestedMapping).toEqual({ email: "email", "Email hard bounce reason": "bounced" });
  await checkImport(ctx, id, { mapping: { ...suggestedMapping, "Bounce count": "bounced" } });
  await runImport(ctx, id);
  expect(await suppressed(ctx)).toEqual(["b@example.org", "c@example.org"]);
});

test("names that are words of a status aren't asked about", async () => {
  const ctx = await createProject();
  const { questions, suggestedMapping } = await uploadLeads(ctx, "email,last name\na@example.org,Spam\nb@example.org,Bounce");
  expect([suggestedMapping, questions]).toEqual([{ email: "email", "last name": "lastname" }, []]);
  const other = await uploadLeads(ctx, "email,who\na@example.org,Spam\nb@example.org,Stone");
  expect(other.questions.map(({ kind }) => kind)).toEqual(["unused_consent"]);
  expect((await checkImport(ctx, other.id, { mapping: { email: "email", who: "lastname" } })).counts).toMatchObject({ new: 2 });
});

test("dates and emails of a known product that aren't imported must be confirmed, apart from those that are known and not needed", async () => {
  const ctx = await createProject();
  const known = "id,email,first_name,last_name,created_at,unsubscribed";
  const row = "1,a@example.org,Ada,Lovelace,2025-03-04,false";
  expect((await uploadLeads(ctx, `${known}\n${row}`)).questions).toEqual([]);
  const { product, questions } = await uploadLeads(ctx, `${known},trial_ends,manager\n${row},2025-04-05,boss@example.org`);
  expect(product).toBe("Resend");
  expect(questions.map(({ kind, column }) => [kind, column])).toEqual([["unused_columns", "trial_ends, manager"]]);
});
