import type { Page } from "@playwright/test";
import { codePath, leadPath, withQuery, routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";

let made = 0;
const api = async (path: string, body?: object) =>
  (await callApi(`${site().baseUrl}/api${path}`, { key: site().secretKey, ...(body ? { body } : {}) })).data;

/** A code that two have claimed, whose addresses a search for the mark finds. */
async function aClaimedCode() {
  const mark = `claim${++made}x${Date.now()}`;
  const [{ code, batch }] = await api("/codes/generate", { amount: 1, allowedClaims: 2, name: `Batch of ${mark}` });
  const emails = [`first.${mark}@example.org`, `second.${mark}@example.org`] as const;
  for (const email of emails) await api("/codes/claim", { code, email });
  return { mark, code, batch, first: emails[0], second: emails[1] };
}

const shown = (page: Page) => page.locator("tr[data-row]");
const row = (page: Page, email: string) => page.getByRole("row", { name: new RegExp(email) });

test("claims are searched, narrowed, sorted and exported, and lead to the lead, the code and the batch", async ({ page, context }) => {
  const { mark, code, batch, first, second } = await aClaimedCode();
  await signIn(context);
  await page.goto(routes.claims);
  await page.getByRole("searchbox", { name: "Search claims" }).fill(mark);
  await expect(shown(page)).toHaveCount(2);
  await expect(shown(page).first()).toContainText(second);
  await expect(shown(page).first()).toContainText("API");
  await page.getByRole("button", { name: "Claimed" }).click();
  await expect(shown(page).first()).toContainText(first);
  await page.reload();
  await expect(shown(page).first()).toContainText(first);
  await page.getByRole("button", { name: "From" }).click();
  await page.getByRole("menuitemradio", { name: "Claim page" }).click();
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
  await page.getByRole("button", { name: "Clear the filter From" }).click();
  await expect(shown(page)).toHaveCount(2);
  await expect(row(page, first).getByRole("link", { name: code })).toHaveAttribute("href", codePath(code));

  await page.goto(withQuery(routes.claims, { batch: batch.id }));
  await expect(shown(page)).toHaveCount(2);
  await expect(page.getByRole("search", { name: "Filters" })).toContainText(`Batch of ${mark}`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const text = (await (await (await download).createReadStream()).toArray()).join("");
  expect(text.trim().split("\r\n")).toHaveLength(3);
  expect(text).toContain(first);
  await row(page, second).getByRole("cell").nth(3).click();
  await expect(page).toHaveURL(new RegExp(`${leadPath(second)}$`));
});

test("a claim is revoked: it is gone, and the code has its use back", async ({ page, context }) => {
  const { mark, code, first, second } = await aClaimedCode();
  await signIn(context);
  await page.goto(withQuery(routes.claims, { q: mark }));
  await page.getByRole("button", { name: `Acts on the claim of ${first} on ${code}` }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  const dialog = page.getByRole("alertdialog", { name: `Revoke the claim of ${first}?` });
  await expect(dialog).toContainText(`They lose the access that ${code} gave them`);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(row(page, first)).toHaveCount(0);
  await expect(row(page, second)).toBeVisible();
  expect(await api(`/codes/${code}`)).toMatchObject({ claims: 1, status: "active" });
});

test("whoever may only read is not offered to revoke", async ({ page, context }) => {
  const { mark, code, first } = await aClaimedCode();
  await signIn(context, await createStaffMember(context, "viewer"));
  await page.goto(withQuery(routes.claims, { q: mark }));
  await page.getByRole("button", { name: `Acts on the claim of ${first} on ${code}` }).click();
  await expect(page.getByRole("menuitem", { name: "Open the lead" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Revoke" })).toHaveCount(0);
});

for (const { colorScheme, width } of [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 1280 },
  { colorScheme: "dark", width: 390 },
] as const) {
  test(`claims are quiet and accessible, ${colorScheme}, ${width} wide`, async ({ page, context }) => {
    const { mark, batch } = await aClaimedCode();
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await signIn(context);
    const filters: Record<string, string>[] = [{ q: mark }, { batch: batch.id, source: "api", from: "2026-01-01" }, { q: "nobody-at-all" }];
    for (const path of [routes.claims, ...filters.map((each) => withQuery(routes.claims, each))]) {
      await page.goto(path, { waitUntil: "networkidle" });
      await expectAccessible(page);
    }
  });
}
