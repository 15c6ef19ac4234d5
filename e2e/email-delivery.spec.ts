import { routes } from "@/lib/routes";
import { type SmtpSink, startSmtpSink } from "@/tests/harness/smtp-sink";
import { expect, expectAccessible } from "./harness/fixtures";
import { test } from "./harness/isolated-site";
import { createStaffMember, signIn } from "./harness/staff";

const password = "open sesame";
let own: SmtpSink;
test.beforeAll(async () => {
  own = await startSmtpSink({ user: "gatehouse", password });
});
test.afterAll(() => own.stop());

test("an owner connects a mail server of their own, tests it before saving, and mail leaves by it", async ({ page, context }) => {
  const port = new URL(own.url).port;
  await signIn(context);
  await page.goto(routes.settings.emailDelivery);
  await expect(page.getByText("from SMTP_URL")).toBeVisible();
  await page.getByLabel("Sender").fill("The Gate <codes@example.org>");
  await page.getByLabel("Reply-to address").fill("help@example.org");
  await page.getByRole("radio", { name: "A server entered here" }).click();
  await page.getByLabel("Host").fill("smtp://127.0.0.1");
  await page.getByLabel("Encryption").click();
  await page.getByRole("option", { name: /^None/ }).click();
  await expect(page.getByLabel("Port")).toHaveValue("25");
  await page.getByLabel("Port").fill(port);
  await page.getByLabel("User name").fill("gatehouse");
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.getByRole("button", { name: "Test the connection" }).click();
  await expect(page.getByText("Must be a host alone", { exact: false })).toBeVisible();
  await page.getByLabel("Port").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("2 fields are not right yet")).toBeVisible();
  await expect(page.getByLabel("Port")).toHaveValue("");
  await page.getByLabel("Port").fill(port);
  await page.getByLabel("Host").fill("127.0.0.1");
  await page.getByRole("button", { name: "Test the connection" }).click();
  const result = page.getByRole("region", { name: "Result of the test" });
  await expect(result).toContainText("Mail cannot be sent this way.");
  await expect(result).toContainText("The server rejected the sign-in for gatehouse.");
  await expect(result).toContainText("535 Who are you?");
  await expectAccessible(page);

  await page.getByLabel("Password", { exact: true }).fill(password);
  await expect(result).toHaveCount(0);
  await page.getByRole("button", { name: "Test the connection" }).click();
  await expect(result).toContainText("All is well");
  await expect(result.getByRole("listitem")).toHaveCount(5);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Sending is saved")).toBeVisible();
  await expect(page.getByText(`127.0.0.1:${port}`)).toBeVisible();
  await expect(page.getByText("from these settings").first()).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();

  await page.reload();
  expect(await page.content()).not.toContain("sesame");
  await expect(page.getByText("The one you saved is kept.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Test the connection" }).click();
  await expect(result).toContainText("All is well");
  await expect(async () => {
    const invited = await context.request.post("/api/team/invitations", {
      data: { email: `ada-${Date.now()}@example.org`, role: "viewer" },
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(invited.status()).toBe(200);
    const before = own.received.length;
    await expect.poll(() => own.received.length, { timeout: 3_000 }).toBeGreaterThan(before);
  }).toPass();
  expect(own.received.at(-1)?.source).toMatch(/^From: The Gate <codes@example\.org>\r$/m);
  expect(own.received.at(-1)?.source).toMatch(/^Reply-To: help@example\.org\r$/m);

  await page.getByLabel("Host").fill("localhost");
  await expect(page.getByText("Enter it again: the one you saved", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Must be entered again", { exact: false })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("radio", { name: "What the environment says" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("from SMTP_URL")).toBeVisible();
  await page.goto(routes.activity);
  await expect(page.getByText("Changed how mail is sent: mail server").first()).toBeVisible();
});

test("a member finds no such page", async ({ page, context }) => {
  const member = await createStaffMember(context, "member");
  await signIn(context, member);
  await page.goto(routes.settings.account);
  await expect(page.getByRole("link", { name: "Sending" })).toHaveCount(0);
  await page.goto(routes.settings.emailDelivery);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});
