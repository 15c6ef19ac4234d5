import { routes } from "@/lib/routes";
import { size } from "@/tests/harness/size";
import { expect, openPage, test } from "./harness/fixtures";
import { createLeads, postApi } from "./harness/leads";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

/** The lists, and the column that names their rows. */
const lists = [
  [routes.codes, "Code"],
  [routes.batches, "Name"],
  [routes.claims, "Lead"],
  [routes.waitlist, "Email"],
  [routes.leads, "Email"],
  [routes.sends, "Sent"],
  [routes.automaticEmails, "Email"],
  [routes.savedEmails, "Email"],
  [routes.activity, "Event"],
  [routes.bin, "Deleted"],
] as const;

// The other columns have fixed widths. This one gets the rest.
test("the column that names a row is readable at every window width", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  for (const [list, name] of size(lists.slice(0, 3), [...lists])) {
    await page.goto(list);
    const header = page.getByRole("columnheader", { name, exact: true });
    await expect(header, list).toBeVisible();
    for (const width of size([390, 1024], [390, 640, 768, 1000, 1024, 1100, 1240, 1400, 1440, 1920])) {
      await page.setViewportSize({ width, height: 800 });
      // The table is laid out again after the window.
      await expect.poll(async () => (await header.boundingBox())?.width, `${list}, ${width} wide`).toBeGreaterThan(130);
    }
  }
});

// Names that begin alike would look the same if they were cut off.
test("the names of sends, imports and batches are whole in a window of 1280 pixels", heavyOnly, async ({ page, context }) => {
  const { emails, tag } = await createLeads(1);
  const subject = (month: string) => `What we are building for our readers in the ${tag} release of ${month}`;
  const body = "We open on Monday.";
  for (const month of ["November", "December"]) await postApi("/announcements", { subject: subject(month), body, emails });
  const batchName = `Cards for the spring fair of the publishers in ${tag}, second hall on the left`;
  await postApi("/codes/generate", { amount: 1, name: batchName });
  const fileName = `customers-of-the-shop-export-${tag}-2026-11-28-final-corrected.csv`;
  await signIn(context);
  await openPage(page, routes.imports);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: fileName, mimeType: "text/csv", buffer: Buffer.from(`Email\n${emails[0]}\n`) });
  await page.waitForURL(new RegExp(`${routes.imports}/`));
  await page.setViewportSize({ width: 1280, height: 800 });
  const expectWhole = async (path: string, name: string) => {
    await page.goto(path);
    const text = page.getByTitle(name, { exact: true }).first();
    await expect(text, path).toHaveText(name);
    const hidden = await text.evaluate((element) => [
      element.scrollWidth - element.clientWidth,
      element.scrollHeight - element.clientHeight,
    ]);
    expect(Math.max(...hidden), `${path}: ${name}`).toBeLessThanOrEqual(1);
  };
  for (const path of [routes.sends, routes.overview]) for (const month of ["November", "December"]) await expectWhole(path, subject(month));
  await expectWhole(routes.imports, fileName);
  await expectWhole(routes.batches, batchName);
});
