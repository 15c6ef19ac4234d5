import { routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";

test("a key is made, rotated while a client goes on using it, and revoked", async ({ page, context }) => {
  const codes = `${site().baseUrl}/api/codes?limit=1`;
  const shown = () => page.getByRole("dialog").getByText(/^sk_/);
  await signIn(context);
  await page.goto(routes.settings.keys);
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByLabel("Name").fill("Till");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const first = (await shown().textContent()) ?? "";
  await expectAccessible(page);
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByText(first)).toHaveCount(0);

  let going = true;
  const answers: number[] = [];
  const client = (async () => {
    while (going) answers.push((await callApi(codes, { key: first })).status);
  })();
  const acts = (key: string) => page.getByRole("button", { name: `Acts on the key Till that ends in ${key.slice(-4)}` });
  await acts(first).click();
  await page.getByRole("menuitem", { name: "Rotate" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate" }).click();
  const second = (await shown().textContent()) ?? "";
  await page.getByRole("button", { name: "I have stored it" }).click();
  expect((await callApi(codes, { key: second })).status).toBe(200);
  going = false;
  await client;
  expect(answers.length).toBeGreaterThan(0);
  expect(new Set(answers)).toEqual(new Set([200]));

  await acts(first).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(acts(first)).toHaveCount(0);
  await expect.poll(async () => (await callApi(codes, { key: first })).status, { timeout: 2000 }).toBe(401);
  expect((await callApi(codes, { key: second })).status).toBe(200);
});
