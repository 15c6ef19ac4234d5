import { expect, test } from "vitest";
import { insertProject } from "@/tests/harness/factories";
import { importLeads, uploadLeads } from "@/tests/harness/imports";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { getLead } from "../leads/record";
import { listSuppressions } from "../suppressions/list";
import { getImport } from "./record";
import { checkImport, runImport } from "./start";

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

test("dates and emails of a known product that aren't imported must be confirmed, apart from those that are known and not needed", async () => {
  const ctx = await createProject();
  const known = "id,email,first_name,last_name,created_at,unsubscribed";
  const row = "1,a@example.org,Ada,Lovelace,2025-03-04,false";
  expect((await uploadLeads(ctx, `${known}\n${row}`)).questions).toEqual([]);
  const { product, questions } = await uploadLeads(ctx, `${known},trial_ends,manager\n${row},2025-04-05,boss@example.org`);
  expect(product).toBe("Resend");
  expect(questions.map(({ kind, column }) => [kind, column])).toEqual([["unused_columns", "trial_ends, manager"]]);
});
