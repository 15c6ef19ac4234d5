import sharp from "sharp";
import { maxLogoLength, type ProjectRecord } from "@/contract/project";
import { routes } from "@/lib/routes";
import { isHeavy, size } from "@/tests/harness/size";
import { expect, expectAccessible, test } from "./harness/fixtures";
import { signIn } from "./harness/staff";
import { sampled } from "./harness/tags";

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><script>document.title = "hacked"</script><rect width="2" height="1" fill="#7f1d1d"/></svg>`;

test("staff upload a photo or an SVG as the logo, which is saved as a small image", sampled, async ({ page, context }) => {
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
