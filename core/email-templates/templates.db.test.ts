import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { defaultEmailTemplates, emailTemplateKinds } from "@/contract/email-templates";
import { getBranding } from "@/core/sends/preview-message";
import { queryRows } from "@/db/query";
import { insertProject } from "@/tests/harness/factories";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { listEmailTemplates, resetEmailTemplate, updateEmailTemplate } from "./templates";

const world = await createTestApp();
const anAdmin = async () => staffContext((await insertProject(world.ctx)).ctx, { role: "admin" });
type Admin = Awaited<ReturnType<typeof anAdmin>>;

const eventsOf = ({ db, projectId }: Admin) =>
  queryRows<{ kind: string; data: object }>(db, sql`select kind, data from events where project_id = ${projectId} order by id`);
const one = async (admin: Admin, kind: string) => (await listEmailTemplates(admin)).find((each) => each.kind === kind);
const own = { subject: "Hooray, {{firstname}}", body: "{{code}}\n\n{{button}}", button: "Let me in" };

test("a project has the default words of every kind until staff change them", async () => {
  const admin = await anAdmin();
  const listed = await listEmailTemplates(admin);
  expect(listed.map(({ kind }) => kind)).toEqual(emailTemplateKinds);
  for (const { kind, text, defaultContent: defaultText, isCustomized: isOwn, updatedAt: changedAt } of listed)
    expect({ text, defaultText, isOwn, changedAt }).toEqual({
      text: defaultEmailTemplates[kind],
      defaultText: defaultEmailTemplates[kind],
      isOwn: false,
      changedAt: null,
    });
});

test("changed words are those of the mail from then on, in this project and this kind alone, and the event holds none of them", async () => {
  const [admin, other] = [await anAdmin(), await anAdmin()];
  const changed = await updateEmailTemplate(admin, "code", own);
  expect(changed).toMatchObject({ kind: "code", text: own, defaultText: defaultEmailTemplates.code, isOwn: true });
  expect(Date.parse(changed.updatedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
  expect(await one(admin, "code")).toEqual(changed);
  expect((await getBranding(admin, "code")).text).toEqual(own);
  expect((await getBranding(admin, "invitation")).text).toEqual(defaultEmailTemplates.invitation);
  expect((await getBranding(other, "code")).text).toEqual(defaultEmailTemplates.code);
  await updateEmailTemplate(admin, "code", { ...own, subject: "Welcome" });
  expect(await eventsOf(admin)).toEqual([
    { kind: "email_template.updated", data: { mail: "code", fields: ["subject", "body", "button"] } },
    { kind: "email_template.updated", data: { mail: "code", fields: ["subject"] } },
  ]);
});

test("what is the same already is no change", async () => {
  const admin = await anAdmin();
  expect(await updateEmailTemplate(admin, "joined", defaultEmailTemplates.joined)).toMatchObject({ isOwn: false });
  expect(await resetEmailTemplate(admin, "joined")).toMatchObject({ isOwn: false });
  const first = await updateEmailTemplate(admin, "code", own);
  expect(await updateEmailTemplate(admin, "code", own)).toEqual(first);
  expect(await eventsOf(admin)).toHaveLength(1);
});

test("back to the default words is so by name, and by saving those", async () => {
  const admin = await anAdmin();
  for (const back of [() => resetEmailTemplate(admin, "code"), () => updateEmailTemplate(admin, "code", defaultEmailTemplates.code)]) {
    await updateEmailTemplate(admin, "code", own);
    expect(await back()).toMatchObject({ text: defaultEmailTemplates.code, isOwn: false, changedAt: null });
    expect(await one(admin, "code")).toMatchObject({ isOwn: false });
  }
  expect((await eventsOf(admin)).map(({ kind }) => kind)).toEqual([
    "email_template.updated",
    "email_template.reset",
    "email_template.updated",
    "email_template.reset",
  ]);
});

test("words that a mail cannot be sent in are refused at each of their fields, and nothing changes", async () => {
  const admin = await anAdmin();
  await expect(updateEmailTemplate(admin, "code", { subject: "{{frstname}}", body: "{{position}}", button: "{{" })).rejects.toMatchObject({
    errorName: "invalid_input",
    fields: {
      subject: ["There is no variable {{frstname}}: did you mean {{firstname}}?"],
      body: [expect.stringContaining("{{position}} says nothing"), expect.stringContaining("Put in {{code}}")],
      button: [expect.stringContaining("half-written")],
    },
  });
  expect(await one(admin, "code")).toMatchObject({ isOwn: false });
  expect(await eventsOf(admin)).toEqual([]);
  // What is only warned of is the staff's to decide.
  expect(await updateEmailTemplate(admin, "code", { ...own, body: "{{code}}" })).toMatchObject({ isOwn: true });
});

test("of changes that race, each event names what that change changed", async () => {
  const admin = await anAdmin();
  const texts = ["a", "b", "c", "d"].map((subject) => ({ ...own, subject }));
  await Promise.all(texts.map((text) => updateEmailTemplate(admin, "code", text)));
  const fields = (await eventsOf(admin)).map(({ data }) => (data as { fields: string[] }).fields);
  expect(fields).toEqual([["subject", "body", "button"], ["subject"], ["subject"], ["subject"]]);
});
