import { leadPath, routes } from "@/lib/routes";
import { expect, expectAccessible } from "./harness/fixtures";
import { waitForEmail } from "./harness/inbox";
import { isolatedTest } from "./harness/isolated-site";
import { getLead } from "./harness/leads";
import { signIn } from "./harness/staff";
import { submitJoinForm } from "./harness/submit-join";
import { heavyOnly } from "./harness/tags";

const test = isolatedTest();

test("staff change the rate limits within their bounds", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.settings.abuseProtection);
  const limit = page.getByLabel("Sign-ups per IP address in 10 minutes");
  await expect(limit).toHaveValue("100");
  await limit.fill("20000");
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByText("must be at most 10000")).toBeVisible();
  await limit.fill("500");
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByText("Limits saved")).toBeVisible();
  await page.reload();
  await expect(limit).toHaveValue("500");
  await expectAccessible(page);
  await page.goto(routes.activity);
  await expect(page.getByText(/changed the rate limits/i).first()).toBeVisible();
});

test("staff edit the block list, and approve or delete held sign-ups", heavyOnly, async ({ page, context }) => {
  const [approved, deleted] = ["ada@blocked.example", "mallory@blocked.example"];
  await signIn(context);
  await page.goto(routes.settings.abuseProtection);
  await expect(page.getByText("Claims don't require a proof-of-work check.").first()).toBeVisible();
  const blockList = page.getByLabel("Emails and domains, one per line");
  await blockList.fill("blocked.example\nno domain");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Line 2, “no domain”: must be an email, or a domain such as example.org")).toBeVisible();
  await blockList.fill("*.blocked.example");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Block list saved")).toBeVisible();
  await expect(blockList).toHaveValue("blocked.example");
  await expectAccessible(page);

  for (const email of [approved, deleted]) {
    await page.goto(routes.join);
    await page.getByLabel("Email").fill(email);
    await submitJoinForm(page);
    await expect(page.getByRole("heading", { name: "You're on the list!" })).toBeVisible();
    expect(await getLead(email)).toMatchObject({ status: "held", heldReason: "blocked", onWaitlist: false });
  }

  await page.goto(routes.overview);
  await expect(page.getByText("2 sign-ups are held for review.")).toBeVisible();
  await page.getByRole("link", { name: "Review sign-ups" }).click();
  await expect(page.getByRole("row", { name: approved })).toContainText("On the block list");
  await expectAccessible(page);
  await page.getByRole("checkbox", { name: deleted }).check();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name: deleted })).toBeHidden();

  await page.goto(leadPath(approved));
  await expect(page.getByText("The email or its domain is on the block list")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Approved the sign-up of this lead")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve" })).toBeHidden();
  expect(await getLead(approved)).toMatchObject({ status: "active", onWaitlist: true });
  expect((await waitForEmail(approved, 1)).subject).toContain("You're on the");
});
