import type { Page } from "@playwright/test";
import { codePath, routes, withQuery } from "@/lib/routes";
import { callApi } from "./harness/api";
import { expect, expectAccessible, expectAccessibleInEachLook, openPage, test } from "./harness/fixtures";
import { pickOption } from "./harness/popups";
import { site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const riskDialog = (page: Page) => page.getByRole("alertdialog", { name: "Create codes that are easy to guess?" });
const confirmRisk = (page: Page) => riskDialog(page).getByRole("button", { name: "Create anyway" }).click();

const sameOrigin = { "sec-fetch-site": "same-origin" };

test("generated codes expire in the project's time zone, and their batch is opened", async ({ page, context }) => {
  await signIn(context);
  const { data: project } = await (await context.request.get("/api/project")).json();
  await context.request.patch("/api/project", { data: { timeZone: "Europe/Berlin" }, headers: sameOrigin });
  const name = `Fair cards ${Date.now()}`;
  await page.goto(routes.generate);
  await page.getByLabel("Number of codes").fill("25");
  await page.getByLabel("Uses per code").fill("3");
  await page.getByRole("radio", { name: "Alphanumeric" }).click();
  await page.getByLabel("Expires: date").fill("2030-12-31");
  await expect(page.getByText("Valid through Dec 31, 2030, 23:59 Berlin time (22:59 UTC).")).toBeVisible();
  // When clocks go back, this minute occurs twice. Codes are valid through the second one.
  await page.getByLabel("Expires: date").fill("2030-10-27");
  await page.getByLabel("Expires: time").fill("02:30");
  await expect(page.getByText("Valid through Oct 27, 2030, 02:30 Berlin time (01:30 UTC).")).toBeVisible();
  await page.getByLabel("Expires: date").fill("2030-12-31");
  await page.getByLabel("Expires: time").fill("23:59");
  await page.getByLabel("Batch name").fill(name);
  await expect(page.getByText("25 codes for up to 75 customers")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Generate 25 codes" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByText("Dec 31, 2030, 23:59 Berlin time (22:59 UTC)")).toBeVisible();
  await expect(page.getByRole("table", { name: "Codes" }).locator("tbody").getByRole("row")).toHaveCount(25);

  const batches = await callApi(`${site().baseUrl}/api/batches?limit=1&q=${encodeURIComponent(name)}`, { key: site().secretKey });
  expect(batches.data[0]).toMatchObject({ codeCount: 25, allowedClaims: 3, type: "alphanumeric", validUntil: "2030-12-31T23:00:00.000Z" });
  await context.request.patch("/api/project", { data: { timeZone: project.timeZone }, headers: sameOrigin });
});

test("more options restrict codes to emails of domains, and to one for each person", heavyOnly, async ({ page, context }) => {
  const { baseUrl, secretKey: key } = site();
  const name = `Employees ${Date.now()}`;
  await signIn(context);
  await page.goto(routes.generate);
  // With the codes of other specs, word pairs can become easy to guess.
  await page.getByRole("radio", { name: "Alphanumeric" }).click();
  await page.getByLabel("Number of codes").fill("2");
  await page.getByLabel("Batch name").fill(name);
  await page.getByText("More options").click();
  await page.getByLabel("Allowed email domains").fill("localhost, Example.ORG");
  // On a busy machine, a click takes so long that its end selects what has opened under the pointer.
  await page.getByRole("combobox", { name: "Codes per person" }).press("Enter");
  await page.getByRole("option", { name: /^Each mailbox/ }).click();
  await page.getByRole("button", { name: "Generate 2 codes" }).click();
  await expect(page.getByText("must only have domains, such as example.org").first()).toBeVisible();
  await page.getByLabel("Allowed email domains").fill("Café.example, Example.ORG");
  // A list of codes has the same restrictions, which stay in view.
  await page.getByRole("radio", { name: /^List/ }).click();
  await expect(page.getByLabel("Allowed email domains")).toHaveValue(/example/);
  await page.getByRole("radio", { name: "Alphanumeric" }).click();
  await expect(page.getByRole("combobox", { name: "Codes per person" })).toHaveText(/^Each mailbox/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Generate 2 codes" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByText("example.org, xn--caf-dma.example")).toBeVisible();
  await expect(page.getByText("One for each mailbox")).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Set allowed email domains" }).click();
  const dialog = page.getByRole("dialog", { name: "Allowed email domains" });
  await expect(dialog.getByLabel("Domains")).toHaveValue("example.org, xn--caf-dma.example");
  await dialog.getByLabel("Domains").fill("acme.example");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("acme.example", { exact: true })).toBeVisible();
  const batches = await callApi(`${baseUrl}/api/batches?limit=1&q=${encodeURIComponent(name)}`, { key });
  expect(batches.data[0]).toMatchObject({ allowedDomains: ["acme.example"], oncePerBatch: "mailbox" });

  const [{ code }] = (await callApi(`${baseUrl}/api/codes?limit=1&batch=${batches.data[0].id}`, { key })).data;
  await page.goto(withQuery(codePath(code), { check: "eve@example.org" }));
  await expect(page.getByText("Only emails of acme.example can claim it.")).toBeVisible();
  await expect(page.getByText("The claim page says: “This code is only for certain email addresses")).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Reserve code" }).click();
  const warning = page.getByText("They can't claim this code. Only emails of acme.example can.");
  for (const [email, isWarned] of [
    ["eve@example.org", true],
    ["eve@sales.acme.example", false],
  ] as const) {
    await page.getByLabel("Reserved for").click();
    await pickOption(page, "Search leads", email, new RegExp(email));
    await expect(warning).toBeVisible({ visible: isWarned });
  }
});

test("codes are reserved for a lead found by search, or for an email that is typed", heavyOnly, async ({ page, context }) => {
  const { baseUrl, secretKey: key } = site();
  const email = `grace-${Date.now()}@example.org`;
  await callApi(`${baseUrl}/api/leads/create`, { key, body: { email, firstname: "Grace", lastname: `Hopper${Date.now()}` } });
  await signIn(context);
  await page.goto(routes.generate);
  await page.getByLabel("Number of codes").fill("1");
  await page.getByLabel("Reserved for").click();
  await pickOption(page, "Search leads", email.slice(0, 14), email);
  await expect(page.getByLabel("Reserved for")).toHaveText(email);
  await page.getByRole("button", { name: "Generate 1 code" }).click();
  await expect(page.getByRole("table", { name: "Codes" }).locator("tbody").getByRole("row")).toHaveCount(1);
  const reserved = await callApi(`${baseUrl}/api/codes?limit=2&reservedFor=${encodeURIComponent(email)}`, { key });
  expect(reserved.data).toHaveLength(1);

  await page.goto(routes.generate);
  await page.getByLabel("Reserved for").click();
  await pickOption(page, "Search leads", " New.Person@Example.org ", /new\.person@example\.org/);
  await expect(page.getByLabel("Reserved for")).toHaveText("new.person@example.org");
});

test("the form warns about codes that are easy to guess, and shows errors at their fields", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.generate);
  await page.getByRole("radio", { name: "Numeric", exact: true }).click();
  await expect(page.getByText("Must be after the start")).toHaveCount(0);
  await page.getByLabel("Number of codes").fill("50,000");
  await expect(page.getByText(/1 in \d+ guesses would find one/i)).toBeVisible();
  await expect(page.getByText(/Codes are easy to guess/)).toBeVisible();
  await page.getByLabel("Number of codes").fill("2000000");
  await expect(page.getByText(/Not enough numeric codes left/)).toBeVisible();
  await page.getByLabel("Starts: date").fill("2030-02-01");
  await page.getByLabel("Expires: date").fill("2030-01-01");
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expect(page.getByText("Must be at most 1000000")).toBeVisible();
  await page.getByLabel("Number of codes").fill("many");
  await expect(page.getByText("Must be a whole number")).toBeVisible();
  await page.getByLabel("Number of codes").fill("10");
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expect(page.getByText("Must be after the start")).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("Starts: date").fill("2019-01-01");
  await page.getByLabel("Expires: date").fill("2020-01-01");
  await expect(page.getByText("This is in the past. Customers can't claim these codes.")).toBeVisible();
  await page.getByRole("button", { name: "Generate 10 codes" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Generate 10 expired codes?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(new RegExp(`${routes.generate}$`));
  await page.getByRole("button", { name: "Generate 10 codes" }).click();
  await dialog.getByRole("button", { name: "Generate expired codes" }).click();
  await expect(page.getByRole("table", { name: "Codes" })).toContainText("Expired");
});

test(
  "the form creates your own code after a confirmation, codes of a pattern, and codes of a pasted list",
  heavyOnly,
  async ({ page, context }) => {
    const code = String(Date.now()).slice(-3);
    await signIn(context);
    await page.goto(routes.generate);
    await page.getByRole("radio", { name: "Your own code" }).click();
    await page.getByLabel("Code", { exact: true }).fill(code);
    await expect(page.getByText("About 1 in 1,000 guesses would find this code")).toBeVisible();
    await page.getByRole("button", { name: "Create code" }).click();
    await confirmRisk(page);
    await expect(page.getByRole("table", { name: "Codes" })).toContainText(code);

    await page.goto(routes.generate);
    await page.getByRole("radio", { name: "Pattern" }).click();
    await page.getByLabel("Pattern", { exact: true }).last().fill("FAIR-####-????");
    await expect(page.getByText("1,600,000,000")).toBeVisible();
    await page.getByLabel("Number of codes").fill("3");
    await page.getByRole("button", { name: "Generate 3 codes" }).click();
    await expect(page.getByRole("table", { name: "Codes" }).getByText(/^FAIR-\d{4}-[A-Z]{4}$/)).toHaveCount(3);

    await page.goto(routes.generate);
    await page.getByRole("radio", { name: "List" }).click();
    await page.getByLabel("Codes", { exact: true }).fill(`code,uses\nPRINTED-${Date.now()},5\n${code},1\n`);
    await page.getByRole("button", { name: "Check list" }).click();
    await expect(page.getByRole("table", { name: "1 row can't be added" })).toContainText("code already exists");
    await page.getByRole("button", { name: "Add 1 code" }).click();
    await expect(page.getByRole("heading", { name: "1 code added" })).toBeVisible();
    await page.getByRole("link", { name: "Open batch" }).click();
    await expect(page.getByRole("table", { name: "Codes" })).toContainText("PRINTED-");
  },
);

test("the progress of many codes is shown through a reload, then their batch is opened", heavyOnly, async ({ page, context }) => {
  test.setTimeout(180_000);
  const amount = 60_000;
  await signIn(context);
  await page.goto(routes.generate);
  await page.getByRole("radio", { name: "Alphanumeric" }).click();
  await page.getByLabel("Number of codes").fill(String(amount));
  await page.getByLabel("Batch name").fill("Large batch");
  await page.getByRole("button", { name: `Generate ${amount.toLocaleString("en")} codes` }).click();
  await confirmRisk(page);
  await page.waitForURL(/job=/);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Large batch", level: 1 })).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText("10,000+", { exact: true })).toBeVisible();
});

test("every page shows a background job, cancels it and shows its result", heavyOnly, async ({ page, context }) => {
  test.setTimeout(180_000);
  const { baseUrl, secretKey: key } = site();
  await signIn(context);
  await page.goto(routes.generate);
  await page.getByRole("radio", { name: "Alphanumeric" }).click();
  await page.getByLabel("Number of codes").fill("900000");
  await page.getByRole("button", { name: "Generate 900,000 codes" }).click();
  const dialog = riskDialog(page);
  const reason = /^About 1 in \d+ guesses would find one of these\. Use longer codes, create fewer or reserve them\.$/;
  await expect(dialog.getByText(reason)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(new RegExp(`${routes.generate}$`));
  await page.getByRole("button", { name: "Generate 900,000 codes" }).click();
  await confirmRisk(page);
  await page.waitForURL(/job=/);
  const jobId = new URL(page.url()).searchParams.get("job");
  await page.getByRole("link", { name: "Activity", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^Activity/, level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: "Background jobs" })).toContainText("Generating 900,000 codes");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel: Generating 900,000 codes" }).click();
  await expect(page.getByText("Code generation was canceled")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("No codes were generated.")).toBeVisible();
  await page.getByRole("button", { name: /^Dismiss/ }).click();
  await expect(page.getByRole("region", { name: "Background jobs" })).toHaveCount(0);
  expect((await callApi(`${baseUrl}/api/jobs/${jobId}`, { key })).data.status).toBe("canceled");
});

test("viewers can't generate codes", heavyOnly, async ({ page, context }) => {
  const viewer = await createStaffMember("viewer");
  await signIn(context, viewer);
  await page.goto(routes.generate);
  await expect(page.getByRole("heading", { name: "You don't have access to this page" })).toBeVisible();
  await page.goto(routes.batches);
  await expect(page.getByRole("link", { name: "Generate codes" })).toHaveCount(0);
});

test("the form logs no errors and is accessible", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  await openPage(page, routes.generate);
  await expect(page.getByRole("heading", { name: "Generate codes" })).toBeVisible();
  await expectAccessibleInEachLook(page);
});
