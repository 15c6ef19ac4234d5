import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { confirmEmailChange, getEmailChangeNotice, requestEmailChange } from "@/core/leads/change-email";
import { getLead } from "@/core/leads/record";
import { getSuppressionReason, unsubscribe as unsubscribeLead } from "@/core/suppressions/unsubscribe";
import { queryRows } from "@/db/query";
import { routes, withQuery } from "@/lib/routes";
import { getErrorName } from "@/tests/harness/errors";
import { insertLead, uniqueEmail } from "@/tests/harness/factories";
import {
  createEmailLinks,
  createInvitation,
  findProblems,
  findTitle,
  openPage,
  requestPage,
  submitForm,
  updateProject,
} from "@/tests/harness/public-pages";
import { createTestApp } from "@/tests/harness/test-app";

const { ctx, db } = await createTestApp();
const links = await createEmailLinks(ctx);
const invitation = await createInvitation(ctx);

test("referral links open the page that staff chose", async () => {
  await updateProject(ctx, { referralPageUrl: "https://www.example.org/launch?a=1#join" });
  expect(await openPage(links.position)).toMatch(/value="https:\/\/www\.example\.org\/launch\?a=1&amp;ref=[a-z0-9]{8}#join"/);
  await updateProject(ctx, { referralPageUrl: null });
  expect(await openPage(links.position)).toMatch(/value="http:\/\/localhost:3000\/join\?ref=[a-z0-9]{8}"/);
});

test("the position page promises positions only to people in line", async () => {
  await updateProject(ctx, { referralBonus: 2 });
  expect(await openPage(links.position)).toContain("You move up 2 positions for each friend");
  expect(await openPage(invitation.position)).toContain("Share your link with friends who may be interested.");
});

test("leads get their data as a page and as a file, from links without JavaScript", async () => {
  const position = await openPage(links.position);
  const hrefs = [...position.matchAll(/href="(\/position\/data\?[^"]+)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  expect(hrefs).toHaveLength(2);
  const [file, page] = await Promise.all(hrefs.map((href) => requestPage(href)));
  expect(file?.headers.get("content-disposition")).toMatch(/^attachment; filename="personal-data-\d{4}-\d\d-\d\d\.json"$/);
  expect(await file?.json()).toMatchObject({ lead: { email: links.email } });
  expect(page?.headers.get("content-security-policy")).toContain("sandbox");
  expect(page?.headers.get("referrer-policy")).toBe("no-referrer");
  const html = (await page?.text()) ?? "";
  expect(html).toContain(links.email);
  expect(await findProblems(html)).toEqual([]);
  for (const token of ["", "x", new URL(links.confirm, "http://localhost").searchParams.get("token") ?? ""])
    expect(await openPage(withQuery(routes.personalData, { token }))).toContain("This link isn&#x27;t valid");
});

test("leads change their email on their own page, and with the link to the new email", async () => {
  const { email, position } = await createEmailLinks(ctx);
  const token = new URL(position, "http://localhost").searchParams.get("token") ?? "";
  const request = (newEmail: string) => submitForm(routes.forms.requestEmailChange, { token, email: newEmail });
  expect(await openPage(await request("not an email"))).toMatch(/Enter a valid email address\..*<details open="">/s);
  const newEmail = uniqueEmail();
  // The same for the email of another lead.
  for (const each of [await insertLead(ctx), newEmail])
    expect(await openPage(await request(each))).toContain(`If <bdi translate="no">${each}</bdi> can be used`);
  const [change] = await queryRows<{ id: string }>(db, sql`select id from email_changes where email = ${email} order by id desc limit 1`);
  const link = (await getEmailChangeNotice(ctx, change?.id ?? ""))?.link.replace(/^https?:\/\/[^/]+/, "") ?? "";
  const confirmToken = new URL(link, "http://localhost").searchParams.get("token") ?? "";
  for (let opened = 0; opened < 2; opened++) expect(await findProblems(await openPage(link))).toEqual([]);
  expect(findTitle(await openPage(link))).toContain("Confirm your new email");
  expect(await getErrorName(getLead(ctx, newEmail))).toBe("lead_not_found");
  const confirmed = await openPage(await submitForm(routes.forms.changeEmail, { token: confirmToken }));
  expect(findTitle(confirmed)).toContain("Your email was changed");
  expect(await getLead(ctx, newEmail)).toMatchObject({ email: newEmail });
  expect(findTitle(await openPage(link))).toContain("Your email was changed");
  expect(await openPage(withQuery(routes.changeEmail, { token: "x" }))).toContain("This link isn&#x27;t valid");
});

test("an unsubscribe link from before a change is about the old email and leaves the new one alone", async () => {
  const { email, unsubscribe } = await createEmailLinks(ctx);
  const newEmail = uniqueEmail();
  await requestEmailChange(ctx, { email, newEmail });
  const [change] = await queryRows<{ id: string }>(db, sql`select id from email_changes where email = ${email}`);
  const notice = await getEmailChangeNotice(ctx, change?.id ?? "");
  await confirmEmailChange(ctx, new URL(notice?.link ?? "").searchParams.get("token") ?? "");
  const page = await openPage(unsubscribe);
  expect(page).toContain(email);
  expect(page).not.toContain(newEmail);
  const submit = (body: string) =>
    requestPage(unsubscribe.replace("/unsubscribe", routes.forms.unsubscribe), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
      body,
    });
  await submit("List-Unsubscribe=One-Click");
  expect(await getSuppressionReason(ctx, email)).toBe("unsubscribed");
  expect(await getLead(ctx, newEmail)).toMatchObject({ suppression: null });
  // Nor does it restart the emails that the new one has stopped.
  await unsubscribeLead(ctx, newEmail);
  await submit("action=resubscribe");
  expect(await getSuppressionReason(ctx, email)).toBeNull();
  expect(await getLead(ctx, newEmail)).toMatchObject({ suppression: "unsubscribed" });
});
