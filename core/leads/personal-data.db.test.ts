import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { PersonalData } from "@/contract/personal-data";
import { queryRows } from "@/db/query";
import { webhookDeliveries, webhooks } from "@/db/schema";
import { newId } from "@/lib/ids";
import { renderEmail } from "@/server/email";
import { renderPersonalDataPage } from "@/server/pages/personal-data";
import { getErrorName } from "@/tests/harness/errors";
import { insertCode, insertLead, uniqueEmail } from "@/tests/harness/factories";
import { insertStaff } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { claimCode } from "../codes/claim";
import { sendCode } from "../codes/send";
import { resetEmailTemplate, updateEmailTemplate } from "../email-templates/templates";
import { addSuppression } from "../suppressions/add";
import { requestEmailChange } from "./change-email";
import { createLead } from "./create";
import { deleteLead } from "./delete";
import { inviteLeads } from "./invite";
import { getPersonalData } from "./personal-data";
import { getLead } from "./record";
import { updateLead } from "./update";

const { ctx, db } = await createTestApp();
const read = async (email: string) => PersonalData.parse(await getPersonalData(ctx, email, renderEmail));

test("the personal data of a lead has everything about them, and doesn't identify other people", async () => {
  await db.execute(
    sql`update projects set questions = '[{"key": "company", "label": "Your company", "type": "text", "options": [], "required": false, "onJoinForms": true}]'`,
  );
  const [referrer, friend] = [await insertLead(ctx, { email: `referrer-${uniqueEmail()}` }), `friend-${uniqueEmail()}`];
  const email = uniqueEmail();
  const { referralCode } = await getLead(ctx, referrer);
  await createLead(ctx, {
    email,
    referralCode,
    firstname: "Ada",
    lastname: "Lovelace",
    notes: "Met in Turin",
    tags: ["vip"],
    fields: { company: "Analytical" },
    waitlist: true,
    sourceTag: "newsletter",
    consent: true,
  });
  await insertLead(ctx, { email: friend, referredBy: email });
  const code = await insertCode(ctx);
  await claimCode(ctx, { code: normalizeCode(code), email });
  const sent = await insertCode(ctx);
  await sendCode(ctx, { code: normalizeCode(sent), emails: [email] });
  await inviteLeads(ctx, { emails: [email] });
  await addSuppression(ctx, { email, reason: "staff", note: "Asked by phone" });
  const newEmail = `new-${uniqueEmail()}`;
  await requestEmailChange(ctx, { email, newEmail });
  const staff = await insertStaff(ctx, { name: "Grace Hopper" });
  await updateLead({ ...ctx, actor: { kind: "staff", id: staff.id } }, email, { lastname: "King" });

  const data = await read(email);
  expect(data).toMatchObject({
    lead: { email, firstname: "Ada", lastname: "King", notes: "Met in Turin", tags: ["vip"], sourceTag: "newsletter" },
    emailChange: { newEmail, requestedAt: expect.any(String), expiresAt: expect.any(String) },
    answers: [{ key: "company", question: "Your company", answer: "Analytical" }],
    suppression: { reason: "staff", note: "Asked by phone" },
    invitations: [{ outcome: null }],
    claims: [{ code }],
    referrals: { referredBy: "r…", referredLeads: [{ email: "f…" }] },
  });
  expect(data.emails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["code", "invitation"]));
  expect(data.emails.find(({ kind }) => kind === "code")?.text).toContain(sent);
  expect(data.activity.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["lead.created", "code.claimed", "suppression.added"]));

  const page = await renderPersonalDataPage(data);
  for (const text of [JSON.stringify(data), page])
    for (const other of [referrer, friend, "Grace", "Hopper", staff.id]) expect(text).not.toContain(other);
  for (const text of ["Your company", "Met in Turin", "Asked by phone", "Lead created", code, newEmail]) expect(page).toContain(text);
});

test("the personal data says which webhooks were sent what about the lead, until they are erased", async () => {
  const [email, friend] = [uniqueEmail(), uniqueEmail()];
  await insertLead(ctx, { email });
  await insertLead(ctx, { email: friend });
  const [shop, unnamed, deleted] = [newId(), newId(), newId()];
  for (const [id, description, url] of [
    [shop, "Shop", "https://shop.example/hooks"],
    [unnamed, "", "https://crm.example/hooks"],
    [deleted, "Gone", ""],
  ] as const)
    await db.insert(webhooks).values({
      projectId: ctx.projectId,
      id,
      description,
      url,
      format: "standard",
      secretEncrypted: "",
      position: newId(),
      status: "paused",
      deletedAt: id === deleted ? sql`now()` : null,
    });
  const attempt = (at: string, status: number) => ({ at, status, error: status === 200 ? null : "No", milliseconds: 5, response: email });
  const add = (webhookId: string, fields: object) =>
    db.insert(webhookDeliveries).values({
      projectId: ctx.projectId,
      webhookId,
      eventId: newId(),
      type: "lead.created",
      email,
      emails: [email],
      payload: email,
      status: "delivered",
      attempts: [attempt("2026-11-01T10:00:00.000Z", 200)],
      ...fields,
    });
  await add(shop, {});
  await add(unnamed, {
    type: "lead.updated",
    status: "pending",
    attempts: [attempt("2026-11-01T10:00:00.000Z", 500), attempt("2026-11-01T11:00:00.000Z", 500)],
  });
  // Someone else's event can name them, such as the lead who referred another.
  await add(shop, { type: "code.claimed", email: friend, emails: [friend, email] });
  await add(shop, { type: "lead.approved", email: friend, emails: [friend], payload: friend, attempts: [] });
  await add(shop, { type: "lead.held", status: "pending", attempts: [] });
  await add(deleted, {});
  const sent = (await read(email)).webhooks;
  expect(sent).toEqual([
    { webhook: "Shop", type: "code.claimed", sentAt: "2026-11-01T10:00:00.000Z", isDelivered: true },
    { webhook: "crm.example", type: "lead.updated", sentAt: "2026-11-01T11:00:00.000Z", isDelivered: false },
    { webhook: "Shop", type: "lead.created", sentAt: "2026-11-01T10:00:00.000Z", isDelivered: true },
  ]);
  expect(await renderPersonalDataPage(await read(email))).toContain("crm.example");
  await deleteLead(ctx, email);
  const left = await queryRows<{ text: string }>(db, sql`select d::text as text from webhook_deliveries d`);
  expect(left).toHaveLength(6);
  expect(left.filter(({ text }) => text.includes(email))).toEqual([]);
});

test("the personal data shows each email with the template that was in use when it was sent", async () => {
  const email = await insertLead(ctx);
  const content = (subject: string) => ({ subject, body: "{{code}}\n\n{{button}}", button: "Claim" });
  const sendAt = async (time: string) => {
    await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails: [email] });
    await db.execute(
      sql`update deliveries set created_at = ${time}, updated_at = ${time}, status = 'sent' where status = 'queued' and email = ${email}`,
    );
  };
  await updateEmailTemplate(ctx, "code", content("First subject"));
  await updateEmailTemplate(ctx, "code", content("Second subject"));
  await resetEmailTemplate(ctx, "code");
  const times = ["2026-01-02T00:00:00Z", "2026-02-02T00:00:00Z", "2026-03-02T00:00:00Z"];
  for (const [index, subject] of ["First subject", "Second subject"].entries())
    await db.execute(sql`update email_template_versions set created_at = ${`2026-0${index + 1}-01T00:00:00Z`} where subject = ${subject}`);
  await db.execute(sql`update events set at = '2026-03-01T00:00:00Z' where kind = 'email_template.reset'`);
  for (const time of ["2025-12-31T00:00:00Z", ...times]) await sendAt(time);
  const emails = (await read(email)).emails.reverse();
  expect(emails.map(({ subject }) => subject)).toEqual([
    expect.not.stringContaining("subject"),
    "First subject",
    "Second subject",
    emails[0]?.subject,
  ]);
  expect(emails.every(({ isTemplateKnown }) => isTemplateKnown)).toBe(true);
  // Older versions than these are no longer kept.
  await db.execute(sql`insert into email_template_versions (project_id, kind, id, subject, body, button, created_at)
    select ${ctx.projectId}, 'code', gen_random_uuid(), 'Later', '{{code}}', 'Claim', '2026-04-01' from generate_series(1, 50)`);
  expect((await read(email)).emails.reverse()[0]?.isTemplateKnown).toBe(false);
});

test("the personal data contains no links that prove who someone is", async () => {
  const email = await insertLead(ctx, { onWaitlist: true });
  await inviteLeads(ctx, { emails: [email] });
  const [sent] = (await read(email)).emails;
  expect(sent?.text).toContain("/claim");
  expect(sent?.text).not.toContain("token=");
});

test("the page with personal data escapes what people entered", async () => {
  const email = await insertLead(ctx, { firstname: "<script>alert(1)</script>" });
  const page = await renderPersonalDataPage(await read(email));
  expect(page).toContain("&lt;script&gt;");
  expect(page).not.toContain("<script>");
});

test("the personal data doesn't exist for other people", async () => {
  expect(await getErrorName(getPersonalData(ctx, uniqueEmail(), renderEmail))).toBe("lead_not_found");
});
