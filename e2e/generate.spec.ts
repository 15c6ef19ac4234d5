import { routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { pickOption } from "./harness/pick-option";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";

const sameOrigin = { "sec-fetch-site": "same-origin" };

test("codes are generated with an end in the project's zone, and their batch opens", async ({ page, context }) => {
  await signIn(context);
  const { data: project } = await (await context.request.get("/api/project")).json();
  await context.request.patch("/api/project", { data: { timeZone: "Europe/Berlin" }, headers: sameOrigin });
  const name = `Fair cards ${Date.now()}`;
  await page.goto(routes.generate);
  await page.getByLabel("Amount").fill("25");
  await page.getByLabel("Uses of each code").fill("3");
  await page.getByRole("radio", { name: "Alphanumeric" }).click();
  await page.getByLabel("Valid through: day").fill("2030-12-31");
  await expect(page.getByText("Valid through 31 Dec 2030, 23:59 Europe/Berlin (22:59 UTC).")).toBeVisible();
  // The night in which the clocks go back has this minute twice: valid through the last of the two.
  await page.getByLabel("Valid through: day").fill("2030-10-27");
  await page.getByLabel("Valid through: time").fill("02:30");
  await expect(page.getByText("Valid through 27 Oct 2030, 02:30 Europe/Berlin (01:30 UTC).")).toBeVisible();
  await page.getByLabel("Valid through: day").fill("2030-12-31");
  await page.getByLabel("Valid through: time").fill("23:59");
  await page.getByLabel("Name of the batch").fill(name);
  await expect(page.getByText("25 codes for up to 75 customers")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Generate 25 codes" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByText("31 Dec 2030, 23:59 Europe/Berlin (22:59 UTC)")).toBeVisible();
  await expect(page.getByRole("table", { name: "Codes" }).locator("tbody").getByRole("row")).toHaveCount(25);

  const batches = await callApi(`${site().baseUrl}/api/batches?limit=1&q=${encodeURIComponent(name)}`, { key: site().secretKey });
  expect(batches.data[0]).toMatchObject({ codes: 25, allowedClaims: 3, type: "alphanumeric", validUntil: "2030-12-31T23:00:00.000Z" });
  await context.request.patch("/api/project", { data: { timeZone: project.timeZone }, headers: sameOrigin });
});

test("codes are reserved for a lead who is found by name, or for an address that is typed", async ({ page, context }) => {
  const { baseUrl, secretKey: key } = site();
  const email = `grace-${Date.now()}@example.org`;
  await callApi(`${baseUrl}/api/leads/create`, { key, body: { email, firstname: "Grace", lastname: `Hopper${Date.now()}` } });
  await signIn(context);
  await page.goto(routes.generate);
  await page.getByLabel("Amount").fill("1");
  await page.getByLabel("Reserved for").click();
  await pickOption(page, "Search leads", email.slice(0, 14), email);
  await expect(page.getByLabel("Reserved for")).toHaveText(email);
  await page.getByRole("button", { name: "Generate 1 code" }).click();
  await expect(page.getByRole("table", { name: "Codes" }).locator("tbody").getByRole("row")).toHaveCount(1);
  const made = await callApi(`${baseUrl}/api/codes?limit=2&reservedFor=${encodeURIComponent(email)}`, { key });
  expect(made.data).toHaveLength(1);

  await page.goto(routes.generate);
  await page.getByLabel("Reserved for").click();
  await pickOption(page, "Search leads", " New.Person@Example.org ", /new\.person@example\.org/);
  await expect(page.getByLabel("Reserved for")).toHaveText("new.person@example.org");
});

test("weak codes are warned of, and what is wrong stands at its field", async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.generate);
  await page.getByRole("radio", { name: "Numeric", exact: true }).click();
  await page.getByLabel("Amount").fill("50,000");
  await expect(page.getByText(/1 guess in \d+ hits/i)).toBeVisible();
  await expect(page.getByText(/That is weak/)).toBeVisible();
  await page.getByLabel("Amount").fill("2000000");
  await expect(page.getByText(/There are not enough numeric codes left/)).toBeVisible();
  await page.getByLabel("Valid from: day").fill("2030-02-01");
  await page.getByLabel("Valid through: day").fill("2030-01-01");
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expect(page.getByText("Must be at most 1000000")).toBeVisible();
  await page.getByLabel("Amount").fill("many");
  await expect(page.getByText("Must be a whole number")).toBeVisible();
  await page.getByLabel("Amount").fill("10");
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expect(page.getByText("Must be after the beginning")).toBeVisible();
  await expectAccessible(page);
});

test("many codes show how far they are, survive a reload, and lead to their batch", async ({ page, context }) => {
  test.setTimeout(180_000);
  await signIn(context);
  await page.goto(routes.generate);
  await page.getByRole("radio", { name: "Alphanumeric" }).click();
  await page.getByLabel("Amount").fill("60000");
  await page.getByLabel("Name of the batch").fill("Sixty thousand");
  await page.getByRole("button", { name: "Generate 60,000 codes" }).click();
  await page.waitForURL(/task=/);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sixty thousand", level: 1 })).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText("10,000+")).toBeVisible();
});

test("long work is shown on every page, is stopped, and says how it ended", async ({ page, context }) => {
  test.setTimeout(180_000);
  const { baseUrl, secretKey: key } = site();
  await signIn(context);
  await page.goto(routes.generate);
  await page.getByRole("radio", { name: "Alphanumeric" }).click();
  await page.getByLabel("Amount").fill("900000");
  await page.getByRole("button", { name: "Generate 900,000 codes" }).click();
  await page.waitForURL(/task=/);
  const task = new URL(page.url()).searchParams.get("task");
  await page.getByRole("link", { name: "Activity", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^Activity/, level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: "Long work" })).toContainText("Generating 900,000 codes");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Stop: Generating 900,000 codes" }).click();
  await expect(page.getByText("Generating codes was stopped")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Nothing was made.")).toBeVisible();
  await page.getByRole("button", { name: /^Dismiss/ }).click();
  await expect(page.getByRole("region", { name: "Long work" })).toHaveCount(0);
  expect((await callApi(`${baseUrl}/api/jobs/${task}`, { key })).data.state).toBe("canceled");
});

test("a viewer cannot generate", async ({ page, context }) => {
  const viewer = await createStaffMember(context, "viewer");
  await signIn(context, viewer);
  await page.goto(routes.generate);
  await expect(page.getByRole("heading", { name: /nothing here|not found/i })).toBeVisible();
  await page.goto(routes.batches);
  await expect(page.getByRole("link", { name: "Generate codes" })).toHaveCount(0);
});

for (const { colorScheme, width } of [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 390 },
] as const) {
  test(`the form is quiet and accessible, ${colorScheme}, ${width} wide`, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await signIn(context);
    await page.goto(routes.generate, { waitUntil: "networkidle" });
    await expect(page.getByRole("heading", { name: "Generate codes" })).toBeVisible();
    await expectAccessible(page);
  });
}
