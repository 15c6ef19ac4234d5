import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { defaultEmailTemplates, emailTemplateKinds } from "@/contract/default-email-templates";
import { updateProject } from "@/core/projects/update";
import { getBranding } from "@/core/sends/email-content";
import { queryRows } from "@/db/query";
import { emailTemplates } from "@/db/schema";
import { insertProject } from "@/tests/harness/factories";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { listEmailTemplates, resetEmailTemplate, restoreEmailTemplate, updateEmailTemplate } from "./templates";
import { listTemplateVersions } from "./versions";

const app = await createTestApp();
const createAdmin = async () => staffContext((await insertProject(app.ctx)).ctx, { role: "admin" });
type Admin = Awaited<ReturnType<typeof createAdmin>>;

const listEvents = ({ db, projectId }: Admin) =>
  queryRows<{ kind: string; data: object }>(db, sql`select kind, data from events where project_id = ${projectId} order by id`);
const getTemplate = async (admin: Admin, kind: string) => (await listEmailTemplates(admin)).find((template) => template.kind === kind);
const custom = { subject: "Hooray, {{firstname}}", body: "{{code}}\n\n{{button}}", button: "Get started" };

test("a project starts with the default templates", async () => {
  const admin = await createAdmin();
  const templates = await listEmailTemplates(admin);
  expect(templates.map(({ kind }) => kind)).toEqual(emailTemplateKinds);
  for (const { kind, ...template } of templates)
    expect(template).toEqual({
      content: defaultEmailTemplates[kind],
      defaultContent: defaultEmailTemplates[kind],
      isCustomized: false,
      updatedAt: null,
    });
});

test("an update of a template changes one kind in one project, and its event has no content", async () => {
  const [admin, other] = [await createAdmin(), await createAdmin()];
  const updated = await updateEmailTemplate(admin, "code", custom);
  expect(updated).toMatchObject({ kind: "code", content: custom, defaultContent: defaultEmailTemplates.code, isCustomized: true });
  expect(Date.parse(updated.updatedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
  expect(await getTemplate(admin, "code")).toEqual(updated);
  expect((await getBranding(admin, "code")).text).toEqual(custom);
  expect((await getBranding(admin, "invitation")).text).toEqual(defaultEmailTemplates.invitation);
  expect((await getBranding(other, "code")).text).toEqual(defaultEmailTemplates.code);
  await updateEmailTemplate(admin, "code", { ...custom, subject: "Welcome" });
  expect(await listEvents(admin)).toEqual([
    { kind: "email_template.updated", data: { template: "code", fields: ["subject", "body", "button"] } },
    { kind: "email_template.updated", data: { template: "code", fields: ["subject"] } },
  ]);
});

test("an update with the same content records nothing", async () => {
  const admin = await createAdmin();
  expect(await updateEmailTemplate(admin, "joined", defaultEmailTemplates.joined)).toMatchObject({ isCustomized: false });
  expect(await resetEmailTemplate(admin, "joined")).toMatchObject({ isCustomized: false });
  const first = await updateEmailTemplate(admin, "code", custom);
  expect(await updateEmailTemplate(admin, "code", custom)).toEqual(first);
  expect(await listEvents(admin)).toHaveLength(1);
});

test("a template is reset by request or by saving the default content", async () => {
  const admin = await createAdmin();
  for (const reset of [() => resetEmailTemplate(admin, "code"), () => updateEmailTemplate(admin, "code", defaultEmailTemplates.code)]) {
    await updateEmailTemplate(admin, "code", custom);
    expect(await reset()).toMatchObject({ content: defaultEmailTemplates.code, isCustomized: false, updatedAt: null });
    expect(await getTemplate(admin, "code")).toMatchObject({ isCustomized: false });
  }
  expect((await listEvents(admin)).map(({ kind }) => kind)).toEqual([
    "email_template.updated",
    "email_template.reset",
    "email_template.updated",
    "email_template.reset",
  ]);
});

test("invalid content is rejected with the errors of each field, and nothing changes", async () => {
  const admin = await createAdmin();
  await expect(updateEmailTemplate(admin, "code", { subject: "{{frstname}}", body: "{{position}}", button: "{{" })).rejects.toMatchObject({
    errorName: "invalid_input",
    fields: {
      subject: ["{{frstname}} isn't a variable. Did you mean {{firstname}}?"],
      body: [expect.stringContaining("{{position}} is only available in"), expect.stringContaining("Add {{code}}")],
      button: [expect.stringContaining("Braces aren't closed")],
    },
  });
  expect(await getTemplate(admin, "code")).toMatchObject({ isCustomized: false });
  expect(await listEvents(admin)).toEqual([]);
  // Warnings don't prevent saving.
  expect(await updateEmailTemplate(admin, "code", { ...custom, body: "{{code}}" })).toMatchObject({ isCustomized: true });
});

test("the answer to a question can be used in a template until the question is deleted", async () => {
  const admin = await createAdmin();
  await updateProject(admin, {
    questions: [{ key: "company", label: "Company", type: "text", options: [], required: false, onJoinForms: true }],
  });
  const content = { ...custom, subject: "For {{field.company|you}}" };
  expect(await updateEmailTemplate(admin, "code", content)).toMatchObject({ content });
  await updateProject(admin, { questions: [] });
  await expect(updateEmailTemplate(admin, "code", { ...content, button: "Go" })).rejects.toMatchObject({
    fields: { subject: ["{{field.company}} isn't a variable. Choose one from the list, or remove the braces"] },
  });
});

test("a template is only replaced if its content is the expected one", async () => {
  const admin = await createAdmin();
  await updateEmailTemplate(admin, "code", custom, { expected: defaultEmailTemplates.code });
  const later = { ...custom, subject: "Later" };
  const outdated = { expected: defaultEmailTemplates.code };
  await expect(updateEmailTemplate(admin, "code", later, outdated)).rejects.toMatchObject({ errorName: "email_template_changed" });
  expect(await getTemplate(admin, "code")).toMatchObject({ content: custom });
  // A repeated request finds what it saved the first time.
  expect(await updateEmailTemplate(admin, "code", custom, outdated)).toMatchObject({ content: custom });
  expect(await updateEmailTemplate(admin, "code", later, { expected: custom })).toMatchObject({ content: later });
});

test("the events of several racing updates have exactly what each changed", async () => {
  const admin = await createAdmin();
  const contents = ["a", "b", "c", "d"].map((subject) => ({ ...custom, subject }));
  await Promise.all(contents.map((text) => updateEmailTemplate(admin, "code", text)));
  const fields = (await listEvents(admin)).map(({ data }) => (data as { fields: string[] }).fields);
  expect(fields).toEqual([["subject", "body", "button"], ["subject"], ["subject"], ["subject"]]);
});

test("every version of a template is kept with who saved it, and any of them can be restored", async () => {
  const [admin, other] = [await createAdmin(), await createAdmin()];
  expect(await listTemplateVersions(admin, "code")).toEqual([]);
  await updateEmailTemplate(admin, "code", custom);
  await updateEmailTemplate(admin, "code", { ...custom, subject: "Welcome" });
  const [newest, first] = await listTemplateVersions(admin, "code");
  expect(newest).toMatchObject({ content: { ...custom, subject: "Welcome" }, isCurrent: true, savedBy: { kind: "staff" } });
  expect(first).toMatchObject({ content: custom, isCurrent: false, savedBy: { kind: "staff", name: expect.any(String) } });
  expect(Date.parse(first?.savedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);

  expect(await restoreEmailTemplate(admin, "code", first?.id ?? "")).toMatchObject({ content: custom, isCustomized: true });
  expect((await listEvents(admin)).at(-1)).toMatchObject({ data: { template: "code", restoredVersion: first?.id } });
  await resetEmailTemplate(admin, "code");
  const versions = await listTemplateVersions(admin, "code");
  expect(versions.map(({ content, isCurrent }) => [content.subject, isCurrent])).toEqual([
    [custom.subject, false],
    ["Welcome", false],
    [custom.subject, false],
  ]);
  expect(await restoreEmailTemplate(admin, "code", newest?.id ?? "")).toMatchObject({ content: { subject: "Welcome" } });

  expect(await listTemplateVersions(admin, "joined")).toEqual([]);
  for (const [ctx, kind] of [
    [other, "code"],
    [admin, "joined"],
  ] as const)
    await expect(restoreEmailTemplate(ctx, kind, newest?.id ?? "")).rejects.toMatchObject({
      errorName: "email_template_version_not_found",
    });
});

test("the content from before there were versions is kept, and the last 50 versions", async () => {
  const admin = await createAdmin();
  await admin.db
    .insert(emailTemplates)
    .values({ projectId: admin.projectId, kind: "code", ...custom, updatedAt: "2026-01-02T03:04:05.678Z" });
  await resetEmailTemplate(admin, "code");
  expect(await listTemplateVersions(admin, "code")).toMatchObject([
    { content: custom, isCurrent: false, savedBy: null, savedAt: "2026-01-02T03:04:05.678Z" },
  ]);
  for (let index = 0; index < 51; index++) await updateEmailTemplate(admin, "code", { ...custom, button: `Go ${index}` });
  const versions = await listTemplateVersions(admin, "code");
  expect(versions).toHaveLength(50);
  expect(versions.at(-1)?.content.button).toBe("Go 1");
});

test("a version that isn't valid anymore is never restored", async () => {
  const admin = await createAdmin();
  await admin.db.insert(emailTemplates).values({ projectId: admin.projectId, kind: "code", ...custom, body: "No variables" });
  await updateEmailTemplate(admin, "code", custom);
  const [, old] = await listTemplateVersions(admin, "code");
  await expect(restoreEmailTemplate(admin, "code", old?.id ?? "")).rejects.toMatchObject({ errorName: "invalid_input" });
});
