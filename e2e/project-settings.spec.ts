import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import sharp from "sharp";
import { maxLogoLength, type ProjectRecord } from "@/contract/project";
import { emailTemplatePath, leadPath, routes } from "@/lib/routes";
import { isHeavy, size } from "@/tests/harness/size";
import { pageHtml, withExternalSite } from "./harness/external-site";
import { expect, expectAccessible } from "./harness/fixtures";
import { isolatedTest } from "./harness/isolated-site";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const test = isolatedTest();

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><script>document.title = "hacked"</script><rect width="2" height="1" fill="#7f1d1d"/></svg>`;

test("staff upload a photo or an SVG as the logo, which is saved as a small image", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.settings.project);
  const upload = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator("input[type=file]").setInputFiles({ name, mimeType, buffer });
  const save = async () => {
    const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
    await page.getByRole("button", { name: "Save changes" }).click();
    const response = await saved;
    expect(response.request().postData()?.length).toBeLessThan(maxLogoLength + 100);
    expect(response.status()).toBe(200);
    await expect(page.locator('button[aria-busy="true"]')).toHaveCount(0);
    const { logo } = ((await response.json()) as { data: ProjectRecord }).data;
    return logo === null ? null : sharp(Buffer.from(logo.replace("data:image/webp;base64,", ""), "base64")).metadata();
  };

  await upload("notes.png", "image/png", Buffer.from("This isn't an image"));
  await expect(page.getByText("must be a PNG, JPEG, WebP or SVG image", { exact: false })).toBeVisible();
  if (isHeavy) {
    await upload("huge.png", "image/png", Buffer.alloc(21 * 1024 * 1024));
    await expect(page.getByText("must be at most 20 MB", { exact: false })).toBeVisible();
  }
  await expectAccessible(page);

  // More than 10 MB in `npm run test:heavy`.
  const [width, height] = size([600, 400], [2400, 1600]);
  const photo = await sharp({ create: { width, height, channels: 3, background: "#94a3b8" } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  await upload("photo.png", "image/png", photo);
  await expect(page.getByText(/must be/)).toBeHidden();
  expect(await save()).toMatchObject({ format: "webp", width: 256, height: 171 });

  await upload("logo.svg", "image/svg+xml", Buffer.from(svg));
  await expect(page.getByRole("button", { name: "Save changes" })).toBeEnabled();
  expect(await save()).toMatchObject({ format: "webp", width: 256, height: 128 });
  expect(await page.title()).not.toBe("hacked");

  await page.getByRole("button", { name: "Remove logo" }).click();
  expect(await save()).toBeNull();
});

test("staff edit the join page with a preview, and its social image is small", heavyOnly, async ({ page, context, isolatedSite }) => {
  await signIn(context);
  await page.goto(routes.settings.publicPages);
  const preview = page.frameLocator('iframe[title="Join page"]');
  await expect(preview.getByRole("heading", { name: "Join the waitlist" })).toBeVisible();
  await page.getByLabel("Headline").fill("Be the first");
  await page.getByLabel("Join success message").fill("Tell your friends.");
  await page.getByRole("textbox", { name: /^Text/ }).fill("See [what's new](https://product.example/).");
  await expect(preview.getByRole("heading", { name: "Be the first" })).toBeVisible();
  await expect(preview.getByRole("link", { name: "what's new" })).toBeVisible();
  await expect(page.frameLocator('iframe[title="After joining"]').getByText("Tell your friends.")).toBeVisible();
  const photo = await sharp({ create: { width: 1600, height: 1600, channels: 3, background: "#7f1d1d" } })
    .png()
    .toBuffer();
  await page.locator("input[type=file]").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: photo });
  await page.getByLabel("Home page", { exact: true }).click();
  await page.getByRole("option", { name: "Redirect to your own site" }).click();
  await page.getByLabel("Redirect to", { exact: true }).fill(isolatedSite.baseUrl);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("must not be the home page itself")).toBeVisible();
  await page.getByLabel("Redirect to", { exact: true }).fill(`${isolatedSite.baseUrl}${routes.join}`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Public pages saved")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove social image" })).toBeVisible();

  await page.goto(`${routes.home}?ref=k7d2m9qx`);
  await expect(page).toHaveURL(`${isolatedSite.baseUrl}${routes.join}?ref=k7d2m9qx`);
  await expect(page.getByRole("heading", { name: "Be the first" })).toBeVisible();
  const image = await page.locator('meta[property="og:image"]').getAttribute("content");
  const response = await context.request.get(image ?? "");
  expect(await sharp(await response.body()).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
});

test(
  "staff ask a question, see the answer from another site with the lead, and use it in emails",
  heavyOnly,
  async ({ page, context, isolatedSite }) => {
    const { baseUrl, publicKey } = isolatedSite;
    const email = "asked@example.org";
    await signIn(context);
    await page.goto(routes.settings.questions);
    const save = async () => {
      const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
      await page.getByRole("button", { name: "Save changes" }).click();
      expect((await saved).status()).toBe(200);
      await expect(page.locator('button[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Save changes" })).toBeDisabled();
    };
    const ask = async () => {
      await page.getByRole("button", { name: "Add question" }).click();
      await page.getByLabel("Question", { exact: true }).fill("Your company");
      await save();
    };
    await ask();
    await page.getByRole("button", { name: "Remove question" }).click();
    await save();
    await ask();
    await expect(page.getByText("your_company_2")).toBeVisible();
    await expectAccessible(page);

    await withExternalSite(async ({ addPage }) => {
      const script = `<script async src="${baseUrl}/embed.js" data-key="${publicKey}" data-form="join"></script>`;
      const policy = `default-src 'none'; script-src ${baseUrl}; connect-src ${baseUrl}; require-trusted-types-for 'script'`;
      await page.goto(addPage({ body: pageHtml(script), policy }));
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Your company").fill("Acme");
      await page.getByRole("button", { name: "Join waitlist" }).click();
      await expect(page.getByText("You're on the list!")).toBeVisible();
    });

    await page.goto(leadPath(email));
    const answer = page.getByLabel("Your company");
    await expect(answer).toHaveValue("Acme");
    await answer.fill("Example");
    const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
    await answer.press("Enter");
    await saved;
    await page.reload();
    await expect(answer).toHaveValue("Example");

    await page.goto(emailTemplatePath("code"));
    await page.getByRole("button", { name: "Insert {{field.your_company_2}}" }).click();
    await expect(page.getByLabel("Body", { exact: true })).toHaveValue(/\{\{field\.your_company_2\}\}/);
    await expect(page.locator('iframe[title="Email preview"]')).toHaveAttribute("srcdoc", /Example/);
  },
);

test("owners download the project export", async ({ page, context }) => {
  await signIn(context);
  await page.goto(routes.settings.project);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download project export" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^gatehouse-export-\d{4}-\d\d-\d\d\.tar\.gz$/);
  // The file is complete.
  const file = await download.path();
  expect(gunzipSync(readFileSync(file)).includes("checksums.json")).toBe(true);
});
