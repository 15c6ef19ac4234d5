import type { Browser, Page } from "@playwright/test";
import { inviteMessages } from "@/components/public/messages";
import { codePath, leadPath, routes } from "@/lib/routes";
import { queryDatabase } from "./harness/database";
import { expect, expectAccessible, openPage } from "./harness/fixtures";
import { waitForEmail } from "./harness/inbox";
import { isolatedTest } from "./harness/isolated-site";
import { getApi, postApi } from "./harness/leads";
import { createCode } from "./harness/sends";
import { site } from "./harness/site";
import { findLink, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const test = isolatedTest();

test.beforeAll(() => queryDatabase((sql) => sql`update projects set invite_quota = 3, send_claimed_email = true`));
test.afterAll(() => queryDatabase((sql) => sql`update projects set invite_quota = 0, send_claimed_email = false`));

const claim = async (code: string, email: string): Promise<void> => {
  await postApi("/codes/claim", { code, email });
};

const getInvites = (email: string) => getApi(`/leads/email/${email}/invites`);
const createInvites = async (email: string): Promise<string[]> =>
  (await postApi(`/leads/email/${email}/invites`, {})).codes.map(({ code }: { code: string }) => code);

/** Opens the page that the email after a claim links to. */
async function openOwnPage(browser: Browser, email: string, { javaScript }: { javaScript: boolean }): Promise<Page> {
  const { text } = await waitForEmail(email, "You claimed your code for Gatehouse");
  const context = await browser.newContext({
    javaScriptEnabled: javaScript,
    viewport: { width: 390, height: 844 },
    baseURL: site().baseUrl,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  await page.goto(findLink(text ?? "", routes.position).href);
  return page;
}

test("staff choose how many codes people can pass on, and after how many days these expire", async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.settings.project);
  const quota = page.getByLabel("Invite codes for each lead");
  const days = page.getByLabel("Days until invite codes expire");
  const sendsEmail = page.getByRole("switch", { name: "Send claim email" });
  await sendsEmail.click();
  await expect(page.getByText("The claim email links to their own page.")).toBeVisible();
  await sendsEmail.click();
  await expect(page.getByText("The claim email links to their own page.")).toBeHidden();
  for (const [count, expiry] of [
    ["4", "14"],
    ["3", ""],
  ] as const) {
    await quota.fill(count);
    await days.fill(expiry);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Project saved").first()).toBeVisible();
    await page.reload();
    await expect(quota).toHaveValue(count);
    await expect(days).toHaveValue(expiry);
  }
});

for (const javaScript of [true, false])
  test(`people pass on codes from their own page ${javaScript ? "with" : "without"} JavaScript`, async ({ browser }) => {
    const email = `ada-${javaScript}@example.org`;
    await claim(await createCode(), email);
    const page = await openOwnPage(browser, email, { javaScript });
    await expect(page.getByRole("heading", { name: inviteMessages.title })).toBeVisible();
    expect((await getInvites(email)).codes).toEqual([]);
    await page.getByRole("button", { name: inviteMessages.show(3) }).click();
    await expect(page.getByText(inviteMessages.unused)).toHaveCount(3);
    const codes: string[] = (await getInvites(email)).codes.map(({ code }: { code: string }) => code);
    for (const code of codes) await expect(page.getByRole("link", { name: code })).toBeVisible();
    const copy = page.getByRole("button", { name: inviteMessages.copyLinkOf(codes[0] ?? "") });
    await expect(copy).toBeVisible({ visible: javaScript });
    if (javaScript) {
      await copy.click();
      await expect(page.getByRole("button", { name: inviteMessages.copied })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site().baseUrl}/claim?code=${codes[0]}`);
      await expectAccessible(page);
    }
    const { url } = (await getInvites(email)).codes[0];
    await page.goto(url);
    await expect(page.getByLabel("Code")).toHaveValue(codes[0] ?? "");
    await claim(codes[0] ?? "", `friend-${javaScript}@example.org`);
    await page.goBack();
    await page.reload();
    await expect(page.getByText(inviteMessages.used, { exact: true })).toBeVisible();
    await expect(page.getByText(`friend-${javaScript}@example.org`)).toHaveCount(0);
    await page.context().close();
  });

test("staff see who invited whom, revoke a branch and undo it", heavyOnly, async ({ page }) => {
  const [root, child, grandchild] = ["root@example.org", "child@example.org", "grandchild@example.org"] as const;
  await claim(await createCode(), root);
  const [first = ""] = await createInvites(root);
  await claim(first, child);
  const [second = ""] = await createInvites(child);
  await claim(second, grandchild);
  await signIn(page.context());
  await openPage(page, leadPath(root));
  const card = page
    .getByRole("region", { name: "Invite codes" })
    .or(page.locator("section").filter({ has: page.getByRole("heading", { name: "Invite codes" }) }));
  await expect(card.getByRole("heading", { name: "2 people joined with them" })).toBeVisible();
  const tree = card.getByRole("list", { name: "2 people joined with them" });
  await expect(tree.getByRole("link", { name: grandchild })).toBeVisible();
  await tree.getByRole("button", { name: `People invited by ${child}` }).click();
  await expect(tree.getByRole("link", { name: grandchild })).toHaveCount(0);
  await expectAccessible(page);

  await card.getByRole("button", { name: `Actions for the branch of ${root}` }).click();
  await page.getByRole("menuitem", { name: "Revoke branch" }).click();
  const dialog = page.getByRole("alertdialog", { name: `Revoke the branch of ${root}?` });
  await expect(dialog).toContainText("2 people lose access immediately. 6 codes are deleted, 4 of them unused.");
  await expectAccessible(page);
  await dialog.getByRole("textbox").fill("revoke");
  await dialog.getByRole("button", { name: "Revoke branch" }).click();
  await expect(page.getByText("Deleted 6 codes")).toBeVisible();
  await expect(card.getByText("Deleted")).toHaveCount(3);
  expect(await getApi(`/leads/email/${child}`)).toMatchObject({ hasClaimedCode: false });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card.getByRole("heading", { name: "2 people joined with them" })).toBeVisible();
  expect(await getApi(`/leads/email/${grandchild}`)).toMatchObject({ hasClaimedCode: true });

  await openPage(page, leadPath(grandchild));
  await expect(page.getByRole("listitem").filter({ has: page.getByRole("link", { name: child }) })).toBeVisible();
  await openPage(page, codePath(first));
  await expect(page.getByRole("heading", { name: "Invited people" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "2 people joined through this code" })).toBeVisible();
  await expectAccessible(page);

  // Someone else who claimed the code would lose access too.
  await postApi("/codes/bulk", { action: "extend", codes: [first], allowedClaims: 2 });
  await claim(first, "sibling@example.org");
  await openPage(page, leadPath(root));
  await card.getByRole("button", { name: "Actions for the branch of sibling@example.org" }).click();
  await page.getByRole("menuitem", { name: "Revoke branch" }).click();
  await expect(page.getByRole("alertdialog", { name: `Revoke the branch of ${first}?` })).toContainText("3 people lose access");
});

test("a tree that is too large to list says so", heavyOnly, async ({ page }) => {
  const root = "popular@example.org";
  await claim(await createCode(), root);
  const [code = ""] = await createInvites(root);
  await postApi("/codes/bulk", { action: "extend", codes: [code], allowedClaims: 300 });
  await Promise.all(Array.from({ length: 205 }, (_, index) => claim(code, `guest-${index}@example.org`)));
  await signIn(page.context());
  await openPage(page, leadPath(root));
  await expect(page.getByRole("heading", { name: "205 people joined with them" })).toBeVisible();
  await expect(page.getByText("The first 200 are listed.")).toBeVisible();
});
