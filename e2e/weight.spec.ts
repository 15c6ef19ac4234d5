import { routes } from "@/lib/routes";
import { expect, stopLiveUpdates, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

/** The budget of a page (docs/decisions/0016). */
const maxBytes = 235_000;

for (const path of [routes.codes, routes.batches, routes.claims, routes.leads, routes.sends, routes.activity, routes.settings.webhooks]) {
  test(
    `the page ${path} loads at most ${maxBytes / 1000} kB of compressed scripts`,
    path === routes.leads ? {} : heavyOnly,
    async ({ browser }) => {
      // Its cache is empty.
      const context = await browser.newContext({ baseURL: site().baseUrl });
      await stopLiveUpdates(context);
      await signIn(context);
      const page = await context.newPage();
      const scripts: Promise<number>[] = [];
      page.on("requestfinished", (request) => {
        if (request.resourceType() === "script") scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
      });
      await page.goto(path, { waitUntil: "networkidle" });
      // Later ones, such as links that become visible, can be in progress when the page closes.
      page.removeAllListeners("requestfinished");
      const sizes = await Promise.all(scripts);
      expect(sizes.length).toBeGreaterThan(5);
      expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(maxBytes);
      await context.close();
    },
  );
}
