import type { Page } from "@playwright/test";
import { codePath, leadPath, routes } from "@/lib/routes";
import { callApi } from "./harness/api";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";

const post = async (path: string, body: object) => (await callApi(`${site().baseUrl}/api${path}`, { key: site().secretKey, body })).data;

// Before the page is alive nothing hears a key.
async function open(page: Page) {
  const field = page.getByRole("combobox", { name: "Search", exact: true });
  await expect(async () => {
    if (!(await field.isVisible())) await page.keyboard.press("ControlOrMeta+k");
    await expect(field).toBeVisible({ timeout: 2000 });
  }).toPass();
  return field;
}

const search = async (page: Page, text: string) => (await open(page)).fill(text);

test("the palette finds a code and a lead by a part of them, and opens their pages", async ({ page, context }) => {
  const mark = `palette${Date.now()}`;
  const email = `someone.${mark}@example.org`;
  const [{ code }] = await post("/codes/generate", { amount: 1 });
  await post("/leads/create", { email });
  await signIn(context);
  await page.goto(routes.overview, { waitUntil: "networkidle" });
  await search(page, mark);
  await expect(page.getByRole("option", { name: email })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${leadPath(email)}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(email);
  await search(page, code);
  await expect(page.getByRole("option", { name: code })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${codePath(code)}$`));
});

test("the palette does what staff do most, for those who may", async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.overview, { waitUntil: "networkidle" });
  await search(page, "add lead");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Add lead" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await open(page);
  for (const act of ["Generate codes", "Send code", "Invite leads who wait", "Pause codes…"])
    await expect(page.getByRole("option", { name: act })).toHaveCount(1);

  await signIn(context, await createStaffMember(context, "viewer"));
  await page.goto(routes.overview, { waitUntil: "networkidle" });
  await open(page);
  await expect(page.getByRole("option", { name: /^Light/ })).toBeVisible();
  for (const act of ["Generate codes", "Add lead", "Send code", "Invite leads who wait", "Pause codes…", "Create a key"])
    await expect(page.getByRole("option", { name: act })).toHaveCount(0);
});

test("nothing of what is typed is lost while the palette opens, however fast one types and slow the machine is", async ({
  page,
  context,
}) => {
  await signIn(context);
  const { send } = await context.newCDPSession(page).then((session) => ({ send: session.send.bind(session) }));
  for (const rate of [1, 4])
    for (const delay of [0, 10, 25, 60]) {
      await page.goto(routes.overview, { waitUntil: "networkidle" });
      await send("Emulation.setCPUThrottlingRate", { rate });
      await page.keyboard.press("ControlOrMeta+k");
      await page.keyboard.type("activity", { delay });
      await expect(page.getByRole("combobox", { name: "Search", exact: true }), `${delay} ms apart`).toHaveValue("activity");
      await send("Emulation.setCPUThrottlingRate", { rate: 1 });
    }
});
