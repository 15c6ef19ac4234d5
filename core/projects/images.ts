import { socialImageSize } from "@/contract/project";
import { ApiError } from "../api-error";

/** How files of each accepted format start. The rest of a file is checked by decoding it. */
const signatures: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  png: (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  jpeg: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  // The file size is between "RIFF" and "WEBP".
  webp: (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
};

/** The maximum width and height of a saved logo, in pixels. Pages show logos with at most 32, and up to four times that on sharp screens. */
const maxSide = 256;

/** A small file can unpack to a huge image. */
const maxPixels = 16_000_000;

/** Above this many bytes, a logo is more like a photo, and saved with some loss. Pages contain the logo, so it must stay small. */
const maxLosslessSize = 16 * 1024;

type Sharp = import("sharp").Sharp;

/** Decodes an image in a data URL upright, and converts it. Throws `invalid_input` for `field` if it isn't a PNG, JPEG or WebP image. */
async function convertImage(field: "logo" | "socialImage", dataUrl: string, convert: (image: Sharp) => Promise<Buffer>): Promise<Buffer> {
  const invalidImage = (problem: string) => new ApiError("invalid_input", { fields: { [field]: [problem] } });
  const [, type = "", base64 = ""] = /^data:image\/([a-z+]+);base64,(.*)$/.exec(dataUrl) ?? [];
  const hasSignature = signatures[type];
  if (!hasSignature) throw invalidImage("must be a PNG, JPEG or WebP image");
  const bytes = Buffer.from(base64, "base64");
  if (!hasSignature(bytes)) throw invalidImage(`is not a ${type.toUpperCase()} image`);
  // Loaded on first use, because it takes memory that most processes never need.
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  const decode = (limitInputPixels: number | false) => sharp(bytes, { limitInputPixels, failOn: "error" });
  try {
    const { width, height } = await decode(false).metadata();
    if (width * height > maxPixels) throw invalidImage(`must be at most ${maxPixels / 1e6} megapixels`);
    return await convert(decode(maxPixels).timeout({ seconds: 10 }).autoOrient());
  } catch (error) {
    throw error instanceof ApiError ? error : invalidImage("is damaged or incomplete");
  }
}

/**
 * Returns a logo as a WebP data URL: at most 256 × 256 pixels, without metadata and without more than one frame. Throws `invalid_input` if
 * the data URL isn't a PNG, JPEG or WebP image. The result for the same image is always the same.
 */
export async function reencodeLogo(dataUrl: string): Promise<string> {
  const logo = await convertImage("logo", dataUrl, async (image) => {
    const { default: sharp } = await import("sharp");
    const resized = await image.resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true }).png().toBuffer();
    const lossless = await sharp(resized).webp({ lossless: true, effort: 6 }).toBuffer();
    return lossless.length <= maxLosslessSize ? lossless : sharp(resized).webp({ quality: 85, effort: 6 }).toBuffer();
  });
  return `data:image/webp;base64,${logo.toString("base64")}`;
}

/** Returns a social image as a JPEG data URL, cropped to the size that social networks show. Throws `invalid_input` like `reencodeLogo`. */
export async function reencodeSocialImage(dataUrl: string): Promise<string> {
  const image = await convertImage("socialImage", dataUrl, (decoded) =>
    decoded
      .resize({ ...socialImageSize, fit: "cover" })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 85, mozjpeg: true })
      .toBuffer(),
  );
  return `data:image/jpeg;base64,${image.toString("base64")}`;
}
