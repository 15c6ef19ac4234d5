import type { BrowserContext, Page } from "@playwright/test";
import { leadPath, routes, withQuery } from "@/lib/routes";
import { queryDatabase } from "./harness/database";
import { expectFits, expectIsolated } from "./harness/expect-fits";
import { expect, openPage } from "./harness/fixtures";
import { isolatedTest } from "./harness/isolated-site";
import { postApi, updateLead } from "./harness/leads";
import { createRecords, dashboardPages, everyPage } from "./harness/pages";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const test = isolatedTest();

// Each is as long as it can be, without a space, or turns the direction of the text after it.
const email = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.org`;
const name = `\u202E${"abcd".repeat(12)}`;
const text = "\u05D0\u05D1\u05D2\u05D3\u05D4".repeat(16);
const code = "W".repeat(64);
const tag = "\u05EA".repeat(40);
const wide = (length: number) => "W".repeat(length);
/** The texts that turn the direction. */
const turning = [name, `${wide(200)} ${name}`, `${name} ${name}`, text, `${text}.csv`, tag, `Q ${text}`];

async function patchProject(context: BrowserContext, data: object): Promise<void> {
  const response = await context.request.patch("/api/project", { data, headers: { "sec-fetch-site": "same-origin" } });
  expect(response.status()).toBe(200);
}

async function postAsOwner(context: BrowserContext, path: string, data: object): Promise<void> {
  const response = await context.request.post(`/api${path}`, { data, headers: { "sec-fetch-site": "same-origin" } });
  expect(response.status(), path).toBe(200);
}

/** Fills the site with odd values of every kind. Returns the pages of the records. */
async function fillSite(context: BrowserContext): Promise<string[]> {
  await signIn(context);
  const question = { required: false, onJoinForms: true, options: [] };
  await patchProject(context, {
    name: wide(80),
    joinHeadline: wide(100),
    joinText: wide(1000),
    consentText: wide(2000),
    successMessage: wide(2000),
    questions: [
      { ...question, key: "wide", label: wide(200), type: "text" },
      { ...question, key: "turning", label: text, type: "choice", options: [wide(100), text] },
      { ...question, key: "agree", label: wide(200), type: "checkbox" },
    ],
  });
  const records = await createRecords(context, {
    email,
    name,
    text,
    code,
    tag,
    url: `http://127.0.0.1:9/${"w".repeat(1900)}`,
  });
  const friend = `4${email.slice(1)}`;
  await postApi("/leads/create", { email: friend, firstname: wide(200), lastname: name, notes: wide(1000), sourceTag: wide(40) });
  await updateLead(email, { fields: { wide: wide(500), turning: text } });
  const deleted = `5${email.slice(1)}`;
  await postApi("/leads/create", { email: deleted });
  await postApi("/leads/bulk", { action: "delete", emails: [deleted], bin: true });
  await postApi("/announcements", { subject: wide(150), body: wide(500), emails: [friend], skip: [] });
  await postAsOwner(context, "/keys", { kind: "secret_key", name: text });
  await postAsOwner(context, "/views", { list: "leads", name: text, filters: { waitlist: "true" } });
  await postAsOwner(context, "/team/invitations", { email, role: "viewer" });
  const staff = await createStaffMember("member");
  await queryDatabase((sql) => sql`update staff set name = ${name} where id = ${staff.id}`);
  await queryDatabase((sql) => sql`update leads set status = 'held', held_reason = 'blocked' where email = ${friend}`);
  return [...Object.values(records), leadPath(friend)];
}

async function expectShown(page: Page, path: string): Promise<void> {
  await openPage(page, path);
  await expectFits(page, path);
  await expectIsolated(page, turning, path);
}

const publicPages = [routes.join, withQuery(routes.claim, { code }), routes.embed.join, withQuery(routes.embed.claim, { key: "x" })];

test("values of any length and direction fit on every page, and don't turn the text around them", heavyOnly, async ({ page, context }) => {
  test.slow();
  const records = await fillSite(context);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [...dashboardPages, ...everyPage.filter((each) => each.includes("?")), ...records, ...publicPages])
      await test.step(`${path.slice(0, 60)} at ${width} px`, () => expectShown(page, path));
  }
});
