import { expect, test } from "vitest";
import type { Question } from "@/contract/questions";
import { insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { updateProject } from "../projects/update";
import { createLead } from "./create";
import { listLeads } from "./list";
import { getLead } from "./record";
import { updateLead } from "./update";

const { ctx: first } = await createTestApp();

const question = (key: string, type: Question["type"], options: string[] = []): Question => ({
  key,
  label: `What is your ${key}?`,
  type,
  options,
  required: false,
  onJoinForms: true,
});
const questions = [
  question("company", "text"),
  question("plan", "choice", ["Free", "Pro"]),
  question("beta", "checkbox"),
  question("site", "url"),
];

async function createProject() {
  const { ctx, publicCtx } = await insertProject(first);
  await updateProject(ctx, { questions });
  return { ctx, publicCtx };
}

const fields = { company: " Acme ", plan: "Pro", beta: true, site: "acme.example/about" };
const saved = { company: "Acme", plan: "Pro", beta: true, site: "https://acme.example/about" };

test("the answers of a new lead are saved, and single ones can be changed and removed", async () => {
  const { ctx } = await createProject();
  const email = uniqueEmail();
  expect(await createLead(ctx, { email, fields })).toMatchObject({ fields: saved });
  expect(await updateLead(ctx, email, { fields: { company: "Example", beta: "false", plan: null } })).toMatchObject({
    fields: { company: "Example", beta: false, site: "https://acme.example/about" },
  });
});

test.each([
  [{ companies: "Acme" }, { "fields.companies": ["is not the key of a question. Did you mean company?"] }],
  [
    { __proto_: 1, plan: "Max" },
    { "fields.__proto_": [expect.any(String)], "fields.plan": ["must be one of Free, Pro"] },
  ],
  [{ company: 1 }, { "fields.company": ["must be a text"] }],
  [{ company: "a\nb" }, { "fields.company": [expect.stringContaining("control characters")] }],
  [{ company: "x".repeat(501) }, { "fields.company": ["must be at most 500 characters"] }],
  [{ company: " " }, { "fields.company": ["must not be empty"] }],
  [{ beta: "maybe" }, { "fields.beta": ["must be true or false"] }],
  [{ site: "javascript:alert(1)" }, { "fields.site": [expect.stringContaining("must be a URL")] }],
  [{ site: "https://user:secret@acme.example" }, { "fields.site": [expect.stringContaining("must be a URL")] }],
  [{ site: "not a site" }, { "fields.site": [expect.stringContaining("must be a URL")] }],
])("the answers %o are refused at the field, for everyone, and nothing changes", async (given, expected) => {
  const { ctx, publicCtx } = await createProject();
  const [email, existing] = [uniqueEmail(), await insertLead(ctx)];
  for (const caller of [ctx, publicCtx])
    await expect(createLead(caller, { email, fields: given })).rejects.toMatchObject({ errorName: "invalid_input", fields: expected });
  await expect(updateLead(ctx, existing, { fields: given })).rejects.toMatchObject({ fields: expected });
  await expect(getLead(ctx, email)).rejects.toMatchObject({ errorName: "lead_not_found" });
  expect(await getLead(ctx, existing)).toMatchObject({ fields: {} });
});

test("the public can never change the answers of an existing lead", async () => {
  const { ctx, publicCtx } = await createProject();
  const email = uniqueEmail();
  await createLead(publicCtx, { email, fields });
  await createLead(publicCtx, { email, fields: { company: "Evil" }, waitlist: true });
  expect(await getLead(ctx, email)).toMatchObject({ fields: saved, onWaitlist: true });
});

test("the answers to a deleted question are kept, and can be removed but not changed", async () => {
  const { ctx } = await createProject();
  const email = uniqueEmail();
  await createLead(ctx, { email, fields });
  await updateProject(ctx, { questions: questions.slice(1) });
  await expect(updateLead(ctx, email, { fields: { company: "Example" } })).rejects.toMatchObject({ errorName: "invalid_input" });
  expect(await updateLead(ctx, email, { fields: { plan: "Free" } })).toMatchObject({ fields: { company: "Acme", plan: "Free" } });
  expect((await updateLead(ctx, email, { fields: { company: null } })).fields).not.toHaveProperty("company");
});

test("the list of leads can be filtered by their answer to a question", async () => {
  const { ctx } = await createProject();
  const create = (given: Record<string, unknown>) => createLead(ctx, { email: uniqueEmail(), fields: given });
  const leads = [
    await create(fields),
    await create({ company: "Acme", beta: false }),
    await create({ company: "Acme: Berlin" }),
    await create({}),
  ];
  const find = async (field: string) =>
    (await collectAll(listLeads(ctx, { field, order: "asc" }))).map(({ email }) => leads.findIndex((lead) => lead.email === email));
  expect(await find("company:Acme")).toEqual([0, 1]);
  expect(await find("company:Acme: Berlin")).toEqual([2]);
  expect(await find("company:acme")).toEqual([]);
  expect(await find("beta:true")).toEqual([0]);
  expect(await find("beta:false")).toEqual([1]);
  expect(await find('company:"} || true')).toEqual([]);
});

test("the required questions of the join forms are required with the public key, for new and known emails alike", async () => {
  const { ctx, publicCtx } = await createProject();
  const hidden = { ...question("internal", "text"), required: true, onJoinForms: false };
  const required = questions.map((each) => ({ ...each, required: each.key === "company" || each.key === "beta" }));
  await updateProject(ctx, { questions: [...required, hidden] });
  const known = uniqueEmail();
  await createLead(ctx, { email: known });
  for (const email of [known, uniqueEmail()]) {
    for (const given of [undefined, {}, { plan: "Pro", beta: false }])
      await expect(createLead(publicCtx, { email, fields: given })).rejects.toMatchObject({
        errorName: "invalid_input",
        fields: { "fields.company": ["is required"], "fields.beta": ["is required"] },
      });
    expect(await createLead(publicCtx, { email, fields: { company: "Acme", beta: true } })).toEqual({ email, referral: expect.anything() });
  }
  expect(await getLead(ctx, known)).toMatchObject({ fields: {} });
});
