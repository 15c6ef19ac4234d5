import { routes } from "@/lib/routes";
import { size } from "@/tests/harness/size";
import { expect, test } from "./harness/fixtures";
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
test("keeps the column that names a row readable at every window width", heavyOnly, async ({ page, context }) => {
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
