import { mkdtempSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { routes } from "@/lib/routes";
import { smtpSink } from "@/tests/harness/smtp-sink";
import { owner } from "./harness/site";
import { startSite } from "./harness/site-server";
import { signedIn } from "./harness/staff";

test("shots", async ({ browser }) => {
  test.setTimeout(200_000);
  const site = await startSite({
    dataFolder: mkdtempSync("/tmp/shots-"),
    smtpUrl: "",
    env: { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password },
  });
  const sink = await smtpSink({ user: "gatehouse", password: "right" });
  for (const [colorScheme, width] of [
    ["light", 1440],
    ["dark", 1440],
    ["light", 390],
    ["dark", 390],
  ] as const) {
    const context = await browser.newContext({ baseURL: site.baseUrl, colorScheme, viewport: { width, height: 900 } });
    await signedIn(context);
    const page = await context.newPage();
    const shot = (name: string) => page.screenshot({ path: `/tmp/shots-b/${name}-${width}-${colorScheme}.png`, fullPage: true });
    await page.goto(routes.settings.sending, { waitUntil: "networkidle" });
    await shot("empty");
    if (colorScheme === "light") {
      await page.goto(routes.overview, { waitUntil: "networkidle" });
      await shot("overview");
      await page.goto(routes.settings.sending, { waitUntil: "networkidle" });
    }
    await page.getByLabel("Sender").fill("The Gate <codes@example.org>");
    await page.getByRole("radio", { name: "A server entered here" }).click();
    await page.getByLabel("Host").fill("127.0.0.1");
    await page.getByLabel("Encryption").click();
    if (width === 390) await shot("select");
    await page.getByRole("option", { name: /^None/ }).click();
    await page.getByLabel("Port").fill(new URL(sink.url).port);
    await page.getByLabel("User name").fill("gatehouse");
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.getByRole("button", { name: "Test the connection" }).click();
    await expect(page.getByText("Who are you?")).toBeVisible();
    await shot("failed");
    await page.getByLabel("Host").fill("smtp://x");
    await page.getByLabel("Port").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForTimeout(300);
    await shot("errors");
    await page.getByLabel("Host").fill("127.0.0.1");
    await page.getByLabel("Port").fill(new URL(sink.url).port);
    await page.getByLabel("Password", { exact: true }).fill("right");
    await page.getByRole("button", { name: "Test the connection" }).click();
    await expect(page.getByText("All is well", { exact: false })).toBeVisible();
    await shot("well");
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForTimeout(800);
    await shot("saved");
    await page.getByRole("radio", { name: "What the environment says" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForTimeout(500);
    await context.close();
  }
  await site.stop();
  await sink.down();
});
