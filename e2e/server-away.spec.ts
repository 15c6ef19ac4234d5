import type { BrowserContext } from "@playwright/test";
import { codePath, leadPath, routes } from "@/lib/routes";
import { queryDatabase } from "./harness/database";
import { test as base, expect, openPage } from "./harness/fixtures";
import { createLeads, getApi, getLead, leadRow, postApi, uniqueTag } from "./harness/leads";
import { pickOption } from "./harness/popups";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

// Chromium logs every request that fails.
const test = base.extend<{ noConsoleErrors: undefined }>({ noConsoleErrors: async ({ page: _ }, use) => use(undefined) });

const away = "The server isn't answering.";

/** Makes requests fail as if the server were away. Returns a function that brings it back. */
async function takeServerAway(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route("**/*", (route) => route.abort("failed"));
  return () => context.unroute("**/*");
}

test("an edited field keeps its text while the server is away, and saves it on demand afterward", async ({ page, context }) => {
  await signIn(context);
  const [email = ""] = (await createLeads(1)).emails;
  await openPage(page, leadPath(email));
  const bringBack = await takeServerAway(context);
  const notes = page.getByLabel("Notes", { exact: true });
  await notes.fill("Wants twelve seats.");
  await page.keyboard.press("Tab");
  await expect(page.getByText(away)).toBeVisible();
  await expect(page.getByText("This isn't saved yet. The server didn't respond.")).toBeVisible();
  await expect(notes).toHaveValue("Wants twelve seats.");
  await bringBack();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("This isn't saved yet.")).toHaveCount(0);
  await expect
    .poll(() => queryDatabase((sql) => sql`select notes from leads where email = ${email}`))
    .toEqual([{ notes: "Wants twelve seats." }]);
  await expect(page.getByText(away)).toHaveCount(0);
});

test(
  "tags and choices keep their change while the server is away, and save it on demand afterward",
  heavyOnly,
  async ({ page, context }) => {
    await signIn(context);
    const [email = ""] = (await createLeads(1)).emails;
    const [{ code }] = await postApi("/codes/generate", { amount: 1 });
    const [first, second] = [uniqueTag(), uniqueTag()];
    const addTag = async (tag: string) => {
      await page.getByRole("button", { name: "Add tag" }).click();
      await pickOption(page, "Search or create a tag", tag, new RegExp(tag));
    };
    const notSaved = page.getByText("This isn't saved yet. The server didn't respond.");
    for (const [path, saved] of [
      [leadPath(email), async () => (await getLead(email)).tags],
      [codePath(code), async () => (await getApi(`/codes/${code}`)).tags],
    ] as const) {
      await openPage(page, path);
      // Its list of tags in use is loaded.
      await addTag(first);
      await expect.poll(saved).toEqual([first]);
      const bringBack = await takeServerAway(context);
      await addTag(second);
      await expect(notSaved).toBeVisible();
      await page.getByRole("button", { name: `Remove tag: ${first}` }).click();
      await expect(notSaved).toHaveCount(0);
      await expect(notSaved).toBeVisible();
      await expect(page.getByRole("button", { name: "Remove tag" })).toHaveCount(1);
      await bringBack();
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(notSaved).toHaveCount(0);
      await expect.poll(saved).toEqual([second]);
      await expect(page.getByRole("button", { name: `Remove tag: ${second}` })).toBeVisible();
    }

    await openPage(page, leadPath(email));
    const bringBack = await takeServerAway(context);
    const waitlist = page.getByRole("switch", { name: "On the waitlist" });
    await waitlist.click();
    await expect(notSaved).toBeVisible();
    await expect(waitlist).toBeChecked();
    await bringBack();
    await page.getByRole("button", { name: "Discard mine" }).click();
    await expect(waitlist).not.toBeChecked();
    await expect(notSaved).toHaveCount(0);
  },
);

test("a link waits on the page for the server instead of ending in the browser's error page", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  await openPage(page, routes.overview);
  const bringBack = await takeServerAway(context);
  await page.getByRole("link", { name: "Codes", exact: true }).first().click();
  await expect(page.getByText(away)).toBeVisible();
  await expect(page.getByRole("link", { name: "Codes", exact: true }).first()).toBeVisible();
  await bringBack();
  await expect(page).toHaveURL(new RegExp(`${routes.codes}$`));
  await expect(page.getByRole("heading", { level: 1, name: /Codes/ })).toBeVisible();
});

test("a form is sent once, although its first answers are lost", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  const email = `${uniqueTag()}@example.org`;
  await openPage(page, routes.dialogs.addLead);
  const dialog = page.getByRole("dialog", { name: "Add lead" });
  await dialog.getByLabel("Email").fill(email);
  let lost = 0;
  await context.route("**/api/leads/create", async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort("failed");
  });
  await dialog.getByRole("button", { name: "Add lead", exact: true }).click();
  await expect(leadRow(page, email)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(lost).toBe(2);
});
