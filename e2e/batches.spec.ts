import type { Route } from "@playwright/test";
import { batchPath, routes } from "@/lib/routes";
import { openPdf } from "@/tests/harness/pdf";
import { callApi } from "./harness/api";
import { downloadExport } from "./harness/download-export";
import { expect, expectAccessible, expectAccessibleInEachLook, expectNoDialog, openPage, test } from "./harness/fixtures";
import { waitForEmail } from "./harness/inbox";
import { chooseMenuItem } from "./harness/popups";
import { createLead, fillRecipients, recipientPreview, sendProgress } from "./harness/sends";
import { site } from "./harness/site";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const requestApi = (path: string, body?: object) =>
  callApi(`${site().baseUrl}/api${path}`, { key: site().secretKey, ...(body ? { body } : {}) });

async function createBatch(options: object): Promise<{ codes: string[]; id: string }> {
  const { data } = await requestApi("/codes/generate", options);
  return { codes: data.map(({ code }: { code: string }) => code), id: data[0].batch.id };
}

test("the list finds a batch by its name and shows how much of it is used", heavyOnly, async ({ page, context }) => {
  const name = `Podcast ${Date.now()}`;
  const { codes, id } = await createBatch({ amount: 4, name });
  await requestApi("/codes/claim", { code: codes[0], email: "ada@example.org" });
  await signIn(context);
  await page.goto(routes.batches);
  await page.getByRole("searchbox", { name: "Search batches" }).fill(name);
  await expect(page).toHaveURL(/[?&]q=/);
  const row = page.getByRole("table", { name: "Batches" }).locator("tbody").getByRole("row");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("1 of 4");
  await expectAccessible(page);
  await row.click();
  await expect(page).toHaveURL(new RegExp(`${batchPath(id)}$`));
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Used" })).toHaveAttribute("aria-valuetext", "1 of 4");
});

test("the page of a batch pauses, resumes and extends all its codes", heavyOnly, async ({ page, context }) => {
  const { codes, id } = await createBatch({ amount: 3, name: "To be paused" });
  await signIn(context);
  await openPage(page, batchPath(id));
  const table = page.getByRole("table", { name: "Codes" });
  await page.getByRole("button", { name: "More actions" }).click();
  await chooseMenuItem(page, "Pause");
  await expect(page.getByRole("alertdialog")).toContainText("Customers can't claim its 3 codes until you resume the batch.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Pause" }).click();
  await expect(table.getByText("Paused")).toHaveCount(3);
  expect((await requestApi(`/codes/${codes[0]}`)).data.status).toBe("paused");
  await page.getByRole("button", { name: "More actions" }).click();
  await chooseMenuItem(page, "Resume");
  await page.getByRole("alertdialog").getByRole("button", { name: "Resume" }).click();
  await expect(table.getByText("Active", { exact: true })).toHaveCount(3);

  await page.getByRole("button", { name: "Extend" }).click();
  await page.getByLabel("Uses per code").fill("5");
  await page.getByRole("radio", { name: "New expiration" }).click();
  await page.getByLabel("Expires: date").fill("2031-01-31");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save changes", exact: true }).click();
  await expect(table.getByText("0 of 5")).toHaveCount(3);
  await expectNoDialog(page);
  await expect(page.getByText(/Jan 31, 2031, 23:59/)).toBeVisible();
});

test("copies all codes of a batch, or exports them as a file", heavyOnly, async ({ page, context }) => {
  const { codes, id } = await createBatch({ amount: 60, name: "To be copied" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(context);
  await openPage(page, batchPath(id));
  await page.getByRole("button", { name: "Copy all codes" }).click();
  await expect(page.getByText("Copied 60 codes")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split("\n").sort()).toEqual([...codes].sort());

  const { text } = await downloadExport(page);
  expect(text.trim().split("\r\n")).toHaveLength(61);
  for (const code of codes) expect(text).toContain(code);
});

test("the codes of a batch are printed as cards, with a preview", heavyOnly, async ({ page, context }) => {
  const { id } = await createBatch({ amount: 20, name: "Launch cards" });
  await signIn(context);
  await openPage(page, batchPath(id));
  await page.getByRole("button", { name: "Print" }).click();
  const dialog = page.getByRole("dialog", { name: "Print Launch cards" });
  await expect(dialog.getByText(/^QR codes and links point to http:.*Set APP_URL/)).toBeVisible();
  await expect(dialog.getByText("20 cards on 2 pages.")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Sheet" }).click();
  await page.getByRole("option", { name: "Avery 5160" }).click();
  await dialog.getByLabel("Used positions").fill("15");
  await dialog.getByLabel("Title").fill("Hi ᚠ");
  await expect(dialog.getByRole("alert")).toContainText("Title: has characters that can't be printed: ᚠ");
  await dialog.getByLabel("Title").fill("Moonshot");
  await expect(dialog.getByRole("img", { name: "The first page" })).toBeVisible();
  await expect(dialog.getByText("20 cards on 2 pages.")).toBeVisible();
  await expectAccessible(page);
  // The file is ready before the page gets its progress for the first time.
  const waitForFile = async (route: Route) => {
    const id = new URL(route.request().url()).pathname.split("/").at(-1);
    await expect.poll(async () => (await requestApi(`/prints/${id}`)).data.status).toBe("completed");
    await route.continue();
  };
  await page.route("**/api/jobs/*", waitForFile, { times: 1 });
  await dialog.getByRole("button", { name: "Create PDF" }).click();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download", exact: true }).click();
  expect((await download).suggestedFilename()).toBe("launch-cards.pdf");
  const file = Buffer.concat(await (await (await download).createReadStream()).toArray());
  expect((await openPdf(file)).getPageCount()).toBe(2);
  const saved = dialog.getByRole("listitem").filter({ hasText: "launch-cards.pdf" });
  await expect(saved).toContainText(/20 codes, \d+ kB, expires/);
  await expectAccessible(page);
  await saved.getByRole("button", { name: "Delete launch-cards.pdf" }).click();
  await expect(saved).toHaveCount(0);
});

test("viewers see the prints of a batch, and which role downloading them needs", heavyOnly, async ({ page, context }) => {
  const { id } = await createBatch({ amount: 2, name: "Press cards" });
  const { data: print } = await requestApi("/prints", { filter: { batch: id } });
  await expect.poll(async () => (await requestApi(`/prints/${print.id}`)).data.status).toBe("completed");
  await signIn(context, await createStaffMember("viewer"));
  await openPage(page, batchPath(id));
  await expect(page.getByRole("listitem").filter({ hasText: "press-cards.pdf" })).toContainText("2 codes");
  await expect(page.getByRole("button", { name: /^(Print|Delete)/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Download press-cards.pdf" })).toHaveCount(0);
  await expect(page.getByText(/^Printing codes and downloading prints needs the role member or higher\./)).toBeVisible();
  await expectAccessible(page);
});

test("a batch is deleted after the page showed the consequences and asked for confirmation", heavyOnly, async ({ page, context }) => {
  const { codes, id } = await createBatch({ amount: 3, name: "To be deleted" });
  await requestApi("/codes/claim", { code: codes[0], email: "ada@example.org" });
  await signIn(context);
  await openPage(page, batchPath(id));
  await page.getByRole("button", { name: "More actions" }).click();
  await chooseMenuItem(page, "Delete");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Delete To be deleted and its 3 codes?");
  await expect(dialog).toContainText("1 claim ends");
  await expect(dialog).toContainText("The batch moves to the bin. You can restore it for 30 days.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Deleted To be deleted: 3 codes")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${routes.batches}$`));
  await expect.poll(async () => (await requestApi(`/batches/${id}`)).status).toBe(404);
  expect((await requestApi(`/codes/${codes[0]}`)).status).toBe(404);
});

test("batches log no errors and are accessible", heavyOnly, async ({ page, context }) => {
  const { id } = await createBatch({ amount: 2, name: "قائمة الانتظار الطويلة جدا لحفل الإطلاق الكبير في نهاية العام".repeat(2) });
  await signIn(context);
  await openPage(page, routes.batches);
  await expect(page.getByRole("table", { name: "Batches" })).toBeVisible();
  await expectAccessibleInEachLook(page);
  await openPage(page, batchPath(id));
  await expect(page.getByRole("table", { name: "Codes" })).toBeVisible();
  await expectAccessibleInEachLook(page);
});

test("each lead is sent one code of a batch, from its page and with a wave", heavyOnly, async ({ page, context }) => {
  const name = `Partner codes ${Date.now()}`;
  const { codes, id } = await createBatch({ amount: 2, name });
  const emails = [await createLead("first"), await createLead("second"), await createLead("third")];
  await signIn(context);
  await page.goto(batchPath(id));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Send codes of a batch" });
  await fillRecipients(dialog, ...emails);
  await expect(recipientPreview(dialog).getByText("2 of 2 codes left; 1 lead will get none", { exact: true })).toBeVisible();
  await expect(recipientPreview(dialog)).toContainText(emails[2] ?? "");
  await expect(dialog.frameLocator("iframe").getByText(codes[0] ?? "")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send to 2 leads" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(sendProgress(page).getByText("2 of 2")).toBeVisible();
  expect((await waitForEmail(emails[0] ?? "")).text).toContain(codes[0]);
  expect((await waitForEmail(emails[1] ?? "")).text).toContain(codes[1]);

  await page.goto(`${routes.waitlist}?invite=true`);
  const wave = page.getByRole("dialog", { name: "Invite next in line" });
  await wave.getByText("More options").click();
  await expect(wave.getByText("New codes are created for the wave.")).toBeVisible();
  await wave.getByRole("radio", { name: "Codes of a batch" }).click();
  await expect(wave.getByLabel("Days until the invitations expire")).toBeHidden();
  await expect(wave.getByText("Choose a batch.")).toBeVisible();
  await expect(wave.getByRole("button", { name: "Invite", exact: true })).toBeDisabled();
  await wave.getByRole("combobox", { name: "Batch" }).click();
  await page.getByRole("combobox", { name: "Search batches" }).fill(name);
  await page.getByRole("option", { name }).click();
  await expect(wave.getByText(/^0 of 2 codes left/)).toBeVisible();
});
