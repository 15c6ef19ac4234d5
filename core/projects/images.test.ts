import { crc32, deflateSync } from "node:zlib";
import sharp, { type Color } from "sharp";
import { expect, test } from "vitest";
import { maxLogoLength, maxSocialImageLength } from "@/contract/project";
import { reencodeLogo, reencodeSocialImage } from "./images";

const url = (type: string, bytes: Buffer | string) => `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}`;
const decode = (dataUrl: string) => Buffer.from(dataUrl.replace("data:image/webp;base64,", ""), "base64");
const red = { r: 220, g: 30, b: 30, alpha: 1 };
const image = (width: number, height: number, background: Color = red) => sharp({ create: { width, height, channels: 4, background } });
const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#000", noise: { type: "gaussian", mean: 128, sigma: 60 } } });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

async function reencode(dataUrl: string) {
  const result = await reencodeLogo(dataUrl);
  expect(result).toMatch(/^data:image\/webp;base64,/);
  expect(result.length).toBeLessThanOrEqual(maxLogoLength);
  const bytes = decode(result);
  return { metadata: await sharp(bytes).metadata(), pixel: await sharp(bytes).ensureAlpha().raw().toBuffer() };
}

test.each(["png", "jpeg", "webp"] as const)("a %s is saved as WebP", async (type) => {
  const { metadata, pixel } = await reencode(url(type, await image(40, 20).toFormat(type).toBuffer()));
  expect(metadata).toMatchObject({ format: "webp", width: 40, height: 20 });
  expect(pixel[0]).toBeGreaterThan(200);
});

test("a large image is fitted into 256 × 256 pixels, and a small one isn't enlarged", async () => {
  expect((await reencode(url("png", await image(3000, 1500).png().toBuffer()))).metadata).toMatchObject({ width: 256, height: 128 });
  expect((await reencode(url("png", await image(3, 1).png().toBuffer()))).metadata).toMatchObject({ width: 3, height: 1 });
  expect((await reencode(url("jpeg", await noise(900, 900).jpeg({ quality: 60 }).toBuffer()))).metadata).toMatchObject({ width: 256 });
});

test("a simple logo keeps its exact colors and its transparency", async () => {
  const { pixel } = await reencode(
    url(
      "png",
      await image(8, 8, { ...red, alpha: 0.5 })
        .png()
        .toBuffer(),
    ),
  );
  expect([...pixel.subarray(0, 4)]).toEqual([220, 30, 30, 128]);
});

test("the same image has the same data URL", async () => {
  const logo = url("jpeg", await noise(300, 300).jpeg().toBuffer());
  expect(await reencodeLogo(logo)).toBe(await reencodeLogo(logo));
});

test("a photo is turned upright and loses its metadata", async () => {
  const photo = await image(40, 20)
    .withExif({ IFD0: { Copyright: "Ada Lovelace" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { metadata } = await reencode(url("jpeg", photo));
  expect(metadata).toMatchObject({ width: 20, height: 40 });
  expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual([undefined, undefined, undefined, undefined]);
});

test("a CMYK photo is converted to RGB", async () => {
  const photo = await image(16, 16).flatten().toColorspace("cmyk").jpeg().toBuffer();
  expect((await sharp(photo).metadata()).space).toBe("cmyk");
  const { metadata, pixel } = await reencode(url("jpeg", photo));
  expect(metadata.space).toBe("srgb");
  expect(pixel[0]).toBeGreaterThan(150);
  expect(pixel[1]).toBeLessThan(90);
});

test("an animation keeps its first frame", async () => {
  const frames = [image(10, 10), image(10, 10, "#00f")].map((frame) => frame.png().toBuffer());
  const animation = await sharp(await Promise.all(frames), { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer();
  expect((await sharp(animation, { animated: true }).metadata()).pages).toBe(2);
  const { metadata, pixel } = await reencode(url("webp", animation));
  expect(metadata).toMatchObject({ width: 10, height: 10 });
  expect(metadata.pages ?? 1).toBe(1);
  expect(pixel[0]).toBeGreaterThan(200);
});

/** A PNG of one color with any size, written without an encoder that would need as much memory as the image. */
function pngBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([1, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([start, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

const png = await noise(60, 60).png().toBuffer();
const jpeg = await noise(60, 60).jpeg().toBuffer();
const webp = await noise(60, 60).webp().toBuffer();
const damaged = "is damaged or incomplete";

test.each([
  ["text declared as PNG", url("png", "hello there, friend"), "is not a PNG image"],
  ["a PNG declared as JPEG", url("jpeg", png), "is not a JPEG image"],
  ["a RIFF file that isn't a WebP", url("webp", Buffer.from("RIFF\x10\0\0\0WAVEfmt ", "latin1")), "is not a WEBP image"],
  ["an SVG declared as PNG", url("png", svg), "is not a PNG image"],
  ["an SVG", url("svg+xml", svg), "must be a PNG, JPEG or WebP image"],
  ["a GIF", url("gif", "GIF89a"), "must be a PNG, JPEG or WebP image"],
  ["a PNG with nothing but a signature", url("png", png.subarray(0, 8)), damaged],
  ["a PNG that ends early", url("png", png.subarray(0, png.length / 2)), damaged],
  ["a JPEG that ends early", url("jpeg", jpeg.subarray(0, jpeg.length / 2)), damaged],
  ["a WebP that ends early", url("webp", webp.subarray(0, webp.length / 2)), damaged],
  ["a small file with a huge image", url("png", pngBomb(20_000, 20_000)), "must be at most 16 megapixels"],
  ["an image with too many pixels for any decoder", url("png", pngBomb(100_000_000, 1)), expect.stringMatching(/megapixels|damaged/)],
])("an image is rejected: %s", async (_, logo, problem) => {
  await expect(reencodeLogo(logo)).rejects.toMatchObject({ errorName: "invalid_input", fields: { logo: [problem] } });
});

test("a social image is cropped to 1200 × 630 pixels and saved as JPEG without metadata or transparency", async () => {
  for (const picture of [
    await image(400, 400, { ...red, alpha: 0 })
      .png()
      .toBuffer(),
    await image(3000, 900)
      .withExif({ IFD0: { Copyright: "Ada Lovelace" } })
      .webp()
      .toBuffer(),
  ]) {
    const type = picture.toString("latin1", 1, 4) === "PNG" ? "png" : "webp";
    const saved = await reencodeSocialImage(url(type, picture));
    expect(saved).toMatch(/^data:image\/jpeg;base64,/);
    expect(saved.length).toBeLessThan(maxSocialImageLength);
    const metadata = await sharp(Buffer.from(saved.replace(/^.*,/, ""), "base64")).metadata();
    expect(metadata).toMatchObject({ format: "jpeg", width: 1200, height: 630, hasAlpha: false });
    expect([metadata.exif, metadata.icc, metadata.xmp]).toEqual([undefined, undefined, undefined]);
  }
  await expect(reencodeSocialImage(url("png", "hello there"))).rejects.toMatchObject({ fields: { socialImage: ["is not a PNG image"] } });
});
