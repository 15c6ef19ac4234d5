import { build } from "esbuild";
import { expect, pageHtml, test } from "./harness/external-site";
import { createCode } from "./harness/sends";
import { site } from "./harness/site";

test("a page on another site does with the client what the public key can", async ({ page, externalSite }) => {
  const { baseUrl, publicKey } = site();
  const { outputFiles } = await build({
    stdin: {
      contents:
        'import * as sdk from "./sdk/src/public"; import { runOnPage } from "./tests/sdk/scenario.mjs"; window.run = (input) => runOnPage(sdk, input);',
      resolveDir: ".",
    },
    bundle: true,
    platform: "neutral",
    format: "iife",
    write: false,
  });
  const policy = `default-src 'none'; script-src 'unsafe-inline'; connect-src ${baseUrl}`;
  await page.goto(externalSite.addPage({ body: pageHtml(`<script>${outputFiles[0]?.text}</script>`), policy }));
  const input = { url: baseUrl, publicKey, code: await createCode(), name: `page-${Date.now()}` };
  const checks = await page.evaluate((given) => (window as unknown as { run: (input: object) => Promise<string[]> }).run(given), input);
  expect(checks).toHaveLength(3);
});
