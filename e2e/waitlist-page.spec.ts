import { routes, withQuery } from "@/lib/routes";
import { expect, expectAccessible, expectAccessibleInEachLook, openPage, test } from "./harness/fixtures";
import { waitForEmail } from "./harness/inbox";
import { createLeads, leadRow, postApi, uniqueTag } from "./harness/leads";
import { site } from "./harness/site";
import { createStaffMember, findLink, signIn } from "./harness/staff";
import { heavyOnly, sampled } from "./harness/tags";

/** Adds people to the waitlist, and returns the URL of the page that lists only them. */
async function createWaitlist(amount: number): Promise<{ emails: string[]; list: string }> {
  const { tag, emails } = await createLeads(amount, { waitlist: true });
  return { emails, list: withQuery(routes.waitlist, { q: tag }) };
}

test("lists the line, moves people in it and removes them", async ({ page, context }) => {
  const { emails, list } = await createWaitlist(3);
  const [first = "", second = "", third = ""] = emails;
  await signIn(context);
  await openPage(page, list);
  const rows = page.getByRole("row").filter({ hasText: "@example.org" });
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText(first);

  await leadRow(page, third)
    .getByRole("button", { name: `Actions for ${third}` })
    .click();
  await page.getByRole("menuitem", { name: "Move to the top" }).click();
  await expect(page.getByRole("heading", { name: `${third} is now at position 1`, exact: true })).toBeVisible();
  await expect(rows.first()).toContainText(third);
  await expect(leadRow(page, third).getByRole("cell").first()).toHaveText("1");

  await leadRow(page, second)
    .getByRole("button", { name: `Actions for ${second}` })
    .click();
  await page.getByRole("menuitem", { name: "Move to a position…" }).click();
  const dialog = page.getByRole("dialog", { name: `Move ${second}` });
  await dialog.getByLabel("New position").fill("0");
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(dialog.getByText("must be a whole number from 1")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("New position").fill("2");
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(leadRow(page, second).getByRole("cell").first()).toHaveText("2");

  await leadRow(page, first)
    .getByRole("button", { name: `Actions for ${first}` })
    .click();
  await page.getByRole("menuitem", { name: "Remove from waitlist" }).click();
  await expect(rows).toHaveCount(2);
  await page.goto(`${list}&status=left`);
  await expect(leadRow(page, first)).toContainText("Left the waitlist");
});

test("shows viewers the list and the join link with its QR code, without a way to move anyone", async ({ page, context }) => {
  const { emails, list } = await createWaitlist(1);
  await signIn(context, await createStaffMember("viewer"));
  await openPage(page, list);
  await page.getByRole("button", { name: "Join link" }).click();
  await expect(page.getByText(`${site().baseUrl}${routes.join}`)).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of the join link" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Actions for ${emails[0]}` }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["View lead"]);
});

for (const javaScript of [true, false])
  test(
    `an invited person leaves the line and declines on the claim page ${javaScript ? "with" : "without"} JavaScript`,
    javaScript ? {} : heavyOnly,
    async ({ browser }) => {
      const email = `${uniqueTag()}@example.org`;
      await postApi("/leads/create", { email, waitlist: true });
      await postApi("/leads/invite", { emails: [email] });
      const { text = "" } = await waitForEmail(email, 1);
      const context = await browser.newContext({
        javaScriptEnabled: javaScript,
        baseURL: site().baseUrl,
        viewport: { width: 390, height: 800 },
      });
      const page = await context.newPage();
      await page.goto(findLink(text, routes.claim).href);
      await page.getByText("Decline the invitation").click();
      if (javaScript) await expectAccessible(page);
      await page.getByRole("button", { name: "Decline invitation" }).click();
      await expect(page.getByRole("heading", { name: "You declined your invitation" })).toBeVisible();
      await page.goto(findLink(text, routes.claim).href);
      await expect(page.getByText("Decline the invitation")).toHaveCount(0);
      await page.getByRole("button", { name: "Claim code" }).click();
      await expect(page.getByText("This code is paused.")).toBeVisible();
      await context.close();
    },
  );

test("the waitlist is accessible", sampled, async ({ page, context }) => {
  const { list } = await createWaitlist(2);
  await signIn(context);
  for (const path of [list, withQuery(routes.waitlist, { status: "declined", q: "nobody" })]) {
    await openPage(page, path);
    await expectAccessibleInEachLook(page);
  }
});
