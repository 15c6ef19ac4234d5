import type { Locator, Page } from "@playwright/test";
import { routes, withQuery } from "@/lib/routes";
import { queryDatabase } from "./harness/database";
import { expect, expectAccessible, expectAccessibleInEachLook, openPage, test } from "./harness/fixtures";
import { waitForEmail } from "./harness/inbox";
import { createLeads, leadRow, postApi, uniqueTag } from "./harness/leads";
import { chooseMenuItem } from "./harness/popups";
import { site } from "./harness/site";
import { createStaffMember, findLink, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

/** Adds people to the waitlist, and returns the URL of the page that lists only them. */
async function createWaitlist(amount: number): Promise<{ emails: string[]; list: string }> {
  const { tag, emails } = await createLeads(amount, { waitlist: true });
  return { emails, list: withQuery(routes.waitlist, { q: tag }) };
}

/** The cell with the position of a lead, after the one that selects the row. */
const positionCell = (page: Page, email: string): Locator => leadRow(page, email).getByRole("cell").nth(1);

test("the page lists the line, moves people in it and removes them", async ({ page, context }) => {
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
  await chooseMenuItem(page, "Move to the top");
  await expect(page.getByRole("heading", { name: `${third} is now at position 1`, exact: true })).toBeVisible();
  await expect(rows.first()).toContainText(third);
  await expect(positionCell(page, third)).toHaveText("1");

  await leadRow(page, second)
    .getByRole("button", { name: `Actions for ${second}` })
    .click();
  await chooseMenuItem(page, "Move to a position…");
  const dialog = page.getByRole("dialog", { name: `Move ${second}` });
  await dialog.getByLabel("New position").fill("0");
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(dialog.getByText("must be a whole number from 1")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("New position").fill("2");
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(positionCell(page, second)).toHaveText("2");

  await leadRow(page, first)
    .getByRole("button", { name: `Actions for ${first}` })
    .click();
  await chooseMenuItem(page, "Remove from waitlist");
  await expect(rows).toHaveCount(2);
  await page.goto(`${list}&status=left`);
  await expect(leadRow(page, first)).toContainText("Left the waitlist");
});

test("viewers see the list and the join link with its QR code, without a way to move anyone", heavyOnly, async ({ page, context }) => {
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
    heavyOnly,
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
      await expect(page.getByText("You declined this invitation.")).toBeVisible();
      await context.close();
    },
  );

test(
  "the next in line are invited after a preview, with other texts, and the page shows how the wave went",
  heavyOnly,
  async ({ page, context }) => {
    const { emails, list } = await createWaitlist(3);
    await signIn(context);
    await openPage(page, list);
    await page.getByRole("button", { name: "Invite next in line" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite next in line" });
    await expect(dialog.getByText(/^Also only people who match the filters of the list: “.+”$/)).toBeVisible();
    await expect(dialog.getByText("3 people in line match.")).toBeVisible();
    await dialog.getByLabel("Number of people").fill("2");
    await expect(dialog.getByText(/^Invites 2 people, from position [\d,]+ to [\d,]+\.$/)).toBeVisible();
    await dialog.getByLabel("Name").fill("First two");
    await dialog.getByRole("switch", { name: "Change the text for this wave" }).click();
    await expect(dialog.getByLabel("Body")).toHaveValue(/It's your turn/);
    await dialog.getByLabel("Subject").fill("Welcome to the first two");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Invite 2 people" }).click();
    await expect(page).toHaveURL(new RegExp(`${routes.waves}/`));
    await expect(page.getByRole("heading", { level: 1, name: "First two" })).toBeVisible();
    const [email = ""] = emails;
    const { text = "", subject } = await waitForEmail(email, 1);
    expect(subject).toBe("Welcome to the first two");
    const claimPage = await context.newPage();
    await claimPage.goto(findLink(text, routes.claim).href);
    await claimPage.getByRole("button", { name: "Claim code" }).click();
    await expect(claimPage.getByRole("heading", { name: "Code claimed" })).toBeVisible();
    await page.reload();
    const result = (name: string) =>
      page
        .locator("dl div")
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator("dd");
    await expect(result("Invited")).toHaveText("2");
    await expect(result("Opened the claim page")).toHaveText("150%");
    await expect(result("Claimed")).toHaveText("150%");
    const chart = page.getByRole("table", { name: "Invited people and claims per day" });
    await expect(chart.getByRole("row").nth(1).getByRole("cell")).toHaveText(["2", "1"]);

    const [, failing = ""] = emails;
    const [wave] = await queryDatabase<{ id: string }>((sql) => sql`select wave_id as id from lead_invitations where email = ${failing}`);
    const [other = ""] = (await createWaitlist(1)).emails;
    await postApi("/leads/invite", { emails: [other] });
    await queryDatabase(
      (sql) => sql`update deliveries set status = 'failed', error = '550 No such mailbox' where kind = 'code' and email = ${failing}`,
    );
    await page.reload();
    await expect(result("Emails")).toHaveText(/^1 (sent|saved to file), 1 failed$/);
    await page.getByRole("link", { name: "1 failed" }).click();
    await expect(page).toHaveURL((url) => url.searchParams.get("wave") === wave?.id && url.searchParams.get("status") === "failed");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/1$/);
    await expect(leadRow(page, failing)).toContainText("Failed");
    await expect(page.getByRole("search", { name: "Filters" })).toContainText("First two");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Retry failed" }).click();
    await page.getByRole("alertdialog", { name: "Retry 1 failed email?" }).getByRole("button", { name: "Retry 1 email" }).click();
    await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();

    await openPage(page, `${list}&status=invited`);
    await expect(leadRow(page, emails[1] ?? "")).toContainText("Invited");
  },
);

test("a wave is scheduled, listed and canceled", heavyOnly, async ({ page, context }) => {
  await createWaitlist(1);
  await signIn(context);
  await openPage(page, routes.waitlist);
  await page.getByRole("button", { name: "Invite next in line" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite next in line" });
  // Without filters, there are only the number of people and the expiry.
  await expect(dialog.getByLabel("Days until the invitations expire")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toBeHidden();
  await dialog.getByText("More options").click();
  await dialog.getByRole("radio", { name: "Later" }).click();
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog.getByText("Choose a date and time.")).toBeVisible();
  await dialog.getByLabel("Date and time: date").fill("2099-01-05");
  const name = `Later ${uniqueTag()}`;
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.goto(routes.waves);
  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Cancel wave" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel wave" }).click();
  await expect(page.getByText("Canceled", { exact: true })).toBeVisible();
});

test(
  "a recurring wave invites people, those with referrals first, and is paused, resumed and ended",
  heavyOnly,
  async ({ page, context }) => {
    const { list } = await createWaitlist(2);
    await signIn(context);
    await openPage(page, list);
    await page.getByRole("button", { name: "Invite next in line" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite next in line" });
    await dialog.getByLabel("Invite first").click();
    await page.getByRole("option", { name: "2 referrals or more" }).click();
    await expect(dialog.getByText("2 people in line match. 0 of the invited have enough referrals.")).toBeVisible();
    await dialog.getByRole("radio", { name: "Repeatedly, on certain weekdays" }).click();
    await dialog.getByLabel("Number of people each time").fill("10");
    await dialog.getByRole("button", { name: "Schedule" }).click();
    await expect(dialog.getByText("Enter a number.")).toBeVisible();
    await dialog.getByLabel("Total").fill("600");
    await dialog.getByRole("checkbox", { name: "Friday" }).click();
    await expectAccessible(page);
    const name = `Repeated ${uniqueTag()}`;
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: "Schedule" }).click();
    const confirmation = page.getByRole("alertdialog", { name: "Send 600 emails in total?" });
    await expect(confirmation).toContainText(
      "At most 10 emails are sent each time until this total is reached. Each run takes less than a minute.",
    );
    await confirmation.getByRole("button", { name: "Schedule" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByText(/^Every Mon, Tue, Wed, Thu at 09:00 \(.+\), until 600 people are invited$/)).toBeVisible();
    await expect(page.getByText("At least 2 referrals")).toBeVisible();
    for (const [button, status] of [
      ["Pause", "Paused"],
      ["Resume", "Recurring"],
    ] as const) {
      await page.getByRole("button", { name: button, exact: true }).click();
      await expect(page.getByText(status, { exact: true })).toBeVisible();
    }
    await page.getByRole("button", { name: "End wave" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "End wave" }).click();
    await expect(page.getByText("Ended", { exact: true })).toBeVisible();
  },
);

test("the waitlist and the waves are accessible", heavyOnly, async ({ page, context }) => {
  const { list } = await createWaitlist(2);
  await signIn(context);
  for (const path of [list, routes.waves, withQuery(routes.waitlist, { status: "declined", q: "unmatched" })]) {
    await openPage(page, path);
    await expectAccessibleInEachLook(page);
  }
});
