/** A logo in the email: its size in CSS pixels, and the background that a transparent logo needs to stay visible in both themes. */
export type EmailLogoProps = { alt: string; width: number; height: number; background: "light" | "dark" | null };

/** A logo for emails: a PNG, because many email clients show no WebP images and no data URLs. */
export type EmailLogo = Omit<EmailLogoProps, "alt"> & { png: Buffer };

/** The `src` of the logo in an email, to which the image is attached. */
export const logoSource = "cid:logo@gatehouse";

/** The size of the logo in CSS pixels. The image has twice as many for sharp screens. */
const maxSize = { width: 160, height: 40 };

const maxCachedLogos = 20;
const cache = new Map<string, Promise<EmailLogo | null>>();

/** Converts a project's logo for emails. Returns null if there is none, or if it is damaged. Cached, because all emails of a project have the same. */
export function createEmailLogo(dataUrl: string | null): Promise<EmailLogo | null> {
  if (dataUrl === null) return Promise.resolve(null);
  let logo = cache.get(dataUrl);
  if (!logo) {
    if (cache.size >= maxCachedLogos) cache.clear();
    logo = convert(dataUrl).catch(() => null);
    cache.set(dataUrl, logo);
  }
  return logo;
}

async function convert(dataUrl: string): Promise<EmailLogo> {
  // Loaded with the first logo, because it takes memory that most installations never need.
  const { default: sharp } = await import("sharp");
  const image = sharp(Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64"), { limitInputPixels: 16_000_000 })
    .timeout({ seconds: 10 })
    .resize({ width: 2 * maxSize.width, height: 2 * maxSize.height, fit: "inside", withoutEnlargement: true });
  const { data: pixels, info } = await image.clone().ensureAlpha().toColorspace("srgb").raw().toBuffer({ resolveWithObject: true });
  return {
    png: await image.png({ compressionLevel: 9, palette: true }).toBuffer(),
    width: Math.ceil(info.width / 2),
    height: Math.ceil(info.height / 2),
    background: chooseBackground(pixels),
  };
}

/** A transparent logo needs a light background if it is dark, and the other way round. `pixels` are RGBA. */
function chooseBackground(pixels: Buffer): EmailLogoProps["background"] {
  let [alphaSum, lightSum] = [0, 0];
  for (let index = 0; index < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(index, index + 4);
    alphaSum += alpha;
    lightSum += alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue);
  }
  const coverage = alphaSum / (255 * (pixels.length / 4));
  if (coverage > 0.98 || alphaSum === 0) return null;
  const lightness = lightSum / alphaSum;
  if (lightness < 60) return "light";
  return lightness > 200 ? "dark" : null;
}
