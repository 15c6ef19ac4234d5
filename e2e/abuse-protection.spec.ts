import { leadPath, routes } from "@/lib/routes";
import { expect, expectAccessible } from "./harness/fixtures";
import { waitForEmail } from "./harness/inbox";
import { test } from "./harness/isolated-site";
import { getLead } from "./harness/leads";
import { signIn } from "./harness/staff";
import { submitJoinForm } from "./harness/submit-join";

test("staff list who is not to sign up, look at who was held, and accept or delete them", async ({ page, context }) => {
  const [wanted, unwanted] = ["ada@blocked.example", "mallory@blocked.example"];
  await signIn(context);
  await page.goto(routes.settings.abuseProtection);
  await expect(page.getByText("No proof of work is asked for.").first()).toBeVisible();
  const list = page.getByLabel("Addresses and domains, one to a line");
  await list.fill("blocked.example\nno domain");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Line 2, “no domain”: must be an e-mail address, or a domain such as example.org")).toBeVisible();
  await list.fill("*.blocked.example");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The block list is saved")).toBeVisible();
  await expect(list).toHaveValue("blocked.example");
  await expectAccessible(page);

  for (const email of [wanted, unwanted]) {
    await page.goto(routes.join);
    await page.getByLabel("Email").fill(email);
    await submitJoinForm(page);
    await expect(page.getByRole("heading", { name: "You're on the list!" })).toBeVisible();
    expect(await getLead(email)).toMatchObject({ status: "held", heldReason: "blocked", onWaitlist: false });
  }

  await page.goto(routes.overview);
  await expect(page.getByText("2 sign-ups are held until somebody has looked at them.")).toBeVisible();
  await page.getByRole("link", { name: "Look at them" }).click();
  await expect(page.getByRole("row", { name: wanted })).toContainText("On the block list");
  await expectAccessible(page);
  await page.getByRole("checkbox", { name: unwanted }).check();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name: unwanted })).toBeHidden();

  await page.goto(leadPath(wanted));
  await expect(page.getByText("The email or its domain is on the block list")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Approved a held sign-up")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve" })).toBeHidden();
  expect(await getLead(wanted)).toMatchObject({ status: "active", onWaitlist: true });
  expect((await waitForEmail(wanted, 1)).subject).toContain("You're on the");
});
