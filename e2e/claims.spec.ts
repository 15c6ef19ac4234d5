import type { Page } from "@playwright/test";
import { codePath, leadPath, routes, withQuery } from "@/lib/routes";
import { size } from "@/tests/harness/size";
import { callApi } from "./harness/api";
import { downloadExport } from "./harness/download-export";
import { expect, expectAccessible, expectAccessibleInEachLook, openPage, test } from "./harness/fixtures";
import { chooseMenuItem } from "./harness/popups";
import { site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

let count = 0;
const requestApi = async (path: string, body?: object) =>
  (await callApi(`${site().baseUrl}/api${path}`, { key: site().secretKey, ...(body ? { body } : {}) })).data;

/** Creates a code and two claims of it by emails that contain a unique tag. */
async function createClaimedCode() {
  const tag = `claim${++count}x${Date.now()}`;
  const [{ code, batch }] = await requestApi("/codes/generate", { amount: 1, allowedClaims: 2, name: `Batch of ${tag}` });
  const emails = [`first.${tag}@example.org`, `second.${tag}@example.org`] as const;
  for (const email of emails) await requestApi("/codes/claim", { code, email });
  return { tag, code, batch, first: emails[0], second: emails[1] };
}

const rows = (page: Page) => page.locator("tr[data-row]");
const row = (page: Page, email: string) => page.getByRole("row", { name: new RegExp(email) });

test(
  "the list searches, filters, sorts and exports claims, and links to the lead, the code and the batch",
  heavyOnly,
  async ({ page, context }) => {
    const { tag, code, batch, first, second } = await createClaimedCode();
    await signIn(context);
    await page.goto(routes.claims);
    await page.getByRole("searchbox", { name: "Search claims" }).fill(tag);
    await expect(page).toHaveURL(/q=claim/);
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText(second);
    await expect(rows(page).first()).toContainText("API");
    await page.getByRole("button", { name: "Claimed" }).click();
    await expect(rows(page).first()).toContainText(first);
    await page.reload();
    await expect(rows(page).first()).toContainText(first);
    await page.getByRole("button", { name: "Channel" }).click();
    await chooseMenuItem(page, "Claim page", "menuitemradio");
    await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
    await page.getByRole("button", { name: "Clear filter: Channel" }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(row(page, first).getByRole("link", { name: code })).toHaveAttribute("href", codePath(code));

    await page.goto(withQuery(routes.claims, { batch: batch.id }));
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByRole("search", { name: "Filters" })).toContainText(`Batch of ${tag}`);
    const { text } = await downloadExport(page);
    expect(text.trim().split("\r\n")).toHaveLength(3);
    expect(text).toContain(first);
    await row(page, second).getByRole("cell").nth(3).click();
    await expect(page).toHaveURL(new RegExp(`${leadPath(second)}$`));
  },
);

test("revoking a claim gives the code its use back", async ({ page, context }) => {
  const { tag, code, first, second } = await createClaimedCode();
  await signIn(context);
  await page.goto(withQuery(routes.claims, { q: tag }));
  await page.getByRole("button", { name: `Actions for the claim of ${code} by ${first}` }).click();
  await chooseMenuItem(page, "Revoke claim");
  const dialog = page.getByRole("alertdialog", { name: `Revoke the claim by ${first}?` });
  await expect(dialog).toContainText(`They lose the access that ${code} gave them`);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Revoke claim" }).click();
  await expect(row(page, first)).toHaveCount(0);
  await expect(row(page, second)).toBeVisible();
  expect(await requestApi(`/codes/${code}`)).toMatchObject({ claims: 1, status: "active" });
});

test("viewers aren't offered to revoke a claim", heavyOnly, async ({ page, context }) => {
  const { tag, code, first } = await createClaimedCode();
  await signIn(context, await createStaffMember("viewer"));
  await page.goto(withQuery(routes.claims, { q: tag }));
  await page.getByRole("button", { name: `Actions for the claim of ${code} by ${first}` }).click();
  await expect(page.getByRole("menuitem", { name: "View lead" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Revoke claim" })).toHaveCount(0);
});

test("claims log no errors and are accessible", heavyOnly, async ({ page, context }) => {
  const { tag, batch } = await createClaimedCode();
  await signIn(context);
  const filters: Record<string, string>[] = [{ q: tag }, { batch: batch.id, source: "api", from: "2026-01-01" }, { q: "no-such-claim" }];
  for (const path of size([routes.claims], [routes.claims, ...filters.map((each) => withQuery(routes.claims, each))])) {
    await openPage(page, path);
    await expectAccessibleInEachLook(page);
  }
});
