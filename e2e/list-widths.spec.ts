import { routes } from "@/lib/routes";
import { expect, test } from "./harness/fixtures";
import { signIn } from "./harness/staff";

/** The lists, and the column of each that says what a row is of. */
const lists = [
  [routes.codes, "Code"],
  [routes.batches, "Name"],
  [routes.claims, "Lead"],
  [routes.leads, "Address"],
  [routes.sends, "Sent"],
  [routes.activity, "What"],
] as const;

// The other columns have widths of their own; this one has what they leave.
test("the column that names a row has room to be read, however wide the window", async ({ page, context }) => {
  await signIn(context);
  for (const [list, name] of lists) {
    await page.goto(list);
    const header = page.getByRole("columnheader", { name, exact: true });
    await expect(header, list).toBeVisible();
    for (const width of [390, 640, 768, 1000, 1024, 1100, 1240, 1400, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      expect((await header.boundingBox())?.width, `${list}, ${width} wide`).toBeGreaterThan(130);
    }
  }
});
