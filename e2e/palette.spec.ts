import type { Page } from "@playwright/test";
import { codePath, leadPath, routes } from "@/lib/routes";
import { size } from "@/tests/harness/size";
import { callApi } from "./harness/api";
import { expect, expectAccessible, expectNoDialog, openPage, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const postApi = async (path: string, body: object) => (await callApi(`${site().baseUrl}/api${path}`, { key: site().secretKey, body })).data;

async function openPalette(page: Page) {
  await page.keyboard.press("ControlOrMeta+k");
  const field = page.getByRole("combobox", { name: "Search", exact: true });
  await expect(field).toBeVisible();
  return field;
}

const searchPalette = async (page: Page, text: string) => (await openPalette(page)).fill(text);

test("the command palette finds codes and leads by a part of them, and opens their pages", async ({ page, context }) => {
  const tag = `palette${Date.now()}`;
  const email = `someone.${tag}@example.org`;
  const [{ code }] = await postApi("/codes/generate", { amount: 1 });
  await postApi("/leads/create", { email });
  await signIn(context);
  await openPage(page, routes.overview);
  await searchPalette(page, tag);
  await expect(page.getByRole("option", { name: email })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${leadPath(email)}$`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(email);
  await searchPalette(page, code);
  await expect(page.getByRole("option", { name: code })).toBeVisible();
  // As before the first command is highlighted.
  const field = page.getByRole("combobox", { name: "Search", exact: true });
  await field.evaluate((input) => input.removeAttribute("aria-activedescendant"));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${codePath(code)}$`));
});

test("the command palette offers common actions to staff members who are allowed to run them", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  await openPage(page, routes.overview);
  await searchPalette(page, "add lead");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Add lead" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expectNoDialog(page);
  await openPalette(page);
  for (const action of ["Generate codes", "Send code", "Invite next in line", "Pause codes…"])
    await expect(page.getByRole("option", { name: action })).toHaveCount(1);

  await signIn(context, await createStaffMember("viewer"));
  await openPage(page, routes.overview);
  await openPalette(page);
  await expect(page.getByRole("option", { name: /^Light/ })).toBeVisible();
  for (const action of ["Generate codes", "Add lead", "Send code", "Invite next in line", "Pause codes…", "Create API key"])
    await expect(page.getByRole("option", { name: action })).toHaveCount(0);
});

test("the command palette puts a page with exactly the typed name before actions", async ({ page, context }) => {
  await signIn(context);
  await openPage(page, routes.overview);
  for (const [name, path] of [
    ["waitlist", routes.waitlist],
    ["Codes", routes.codes],
  ] as const) {
    await searchPalette(page, name);
    await expect(page.getByRole("option").first()).toHaveText(new RegExp(`^${name}$`, "i"));
    // An action has the name too.
    await expect(page.getByRole("option").nth(1)).toContainText(new RegExp(name.slice(0, -1), "i"));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expectNoDialog(page);
  }
});

test("the command palette opens while a dialog is still closing", async ({ page, context }) => {
  await signIn(context);
  await openPage(page, routes.overview);
  await page.evaluate(() => {
    const slowTransitions = new CSSStyleSheet();
    slowTransitions.replaceSync("[data-closed] { transition-duration: 20s !important }");
    document.adoptedStyleSheets.push(slowTransitions);
  });
  await page.keyboard.press("?");
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  // A dialog that isn't drawn yet closes without a transition.
  await expect(shortcuts).toHaveCSS("opacity", "1");
  await page.keyboard.press("Escape");
  await expect(page.locator('[role="dialog"][data-closed]')).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox", { name: "Search", exact: true })).toBeFocused();
});

test(
  "the command palette keeps everything that is typed while it opens, at any typing speed and on slow machines",
  heavyOnly,
  async ({ page, context }) => {
    await signIn(context);
    const { send } = await context.newCDPSession(page).then((session) => ({ send: session.send.bind(session) }));
    for (const rate of size([4], [1, 4]))
      for (const delay of size([25], [0, 10, 25, 60])) {
        await openPage(page, routes.overview);
        await send("Emulation.setCPUThrottlingRate", { rate });
        await page.keyboard.press("ControlOrMeta+k");
        await page.keyboard.type("activity", { delay });
        await expect(page.getByRole("combobox", { name: "Search", exact: true }), `${delay} ms apart`).toHaveValue("activity");
        await send("Emulation.setCPUThrottlingRate", { rate: 1 });
      }
  },
);
