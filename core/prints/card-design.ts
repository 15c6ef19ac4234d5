import { type CreatePrintInput, defaultSheet, getSheet } from "@/contract/prints";
import { pageUrl } from "@/lib/env";
import { routes } from "@/lib/routes";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { getProject } from "../projects/record";
import type { Cards, Logo } from "./draw-cards";
import { loadFonts, missingCharacters } from "./fonts";

/** How the cards of a print look, as it was requested. */
export type CardOptions = Pick<CreatePrintInput, "sheet" | "skip" | "title" | "text" | "url" | "logo" | "qrCode" | "cropMarks">;

const defaultTexts = {
  withQrCode: "Scan the QR code, or enter your code on our website.",
  withoutQrCode: "Enter your code on our website.",
};

/** Fills in the defaults for cards of these codes. Throws `invalid_input` for texts with characters that can't be printed. */
export async function getCards(ctx: Context, options: CardOptions, codes: readonly string[]): Promise<Cards> {
  const { qrCode: hasQrCode = true, skip = 0, logo: hasLogo = true } = options;
  const project = await getProject(ctx);
  const sheet = getSheet(options.sheet ?? defaultSheet);
  const texts = {
    title: options.title ?? project.name,
    text: options.text ?? (hasQrCode ? defaultTexts.withQrCode : defaultTexts.withoutQrCode),
    url: options.url ?? pageUrl(routes.claim).replace(/^https?:\/\//, ""),
  };
  const fonts = await loadFonts({ regular: `${texts.text} ${texts.url}`, bold: texts.title, code: codes.join(" ") });
  const problems = Object.entries(texts).flatMap(([field, text]) => {
    const missing = missingCharacters(fonts[field === "title" ? "bold" : "regular"], text);
    return missing.length === 0 ? [] : [[field, [`has characters that can't be printed: ${missing.slice(0, 10).join(" ")}`]]];
  });
  if (problems.length > 0) throw new ApiError("invalid_input", { fields: Object.fromEntries(problems) });
  const logo = hasLogo && project.logo !== null ? await readLogo(project.logo) : null;
  const design = { ...texts, logo: logo && { width: logo.width, height: logo.height }, hasQrCode };
  return { sheet, design, logo, fonts, hasCropMarks: options.cropMarks ?? sheet.isPlain === true, skip };
}

/** Converts a logo to PNG on white, which can be embedded as it is. Returns null for SVG logos of earlier versions. */
async function readLogo(dataUrl: string): Promise<Logo | null> {
  if (dataUrl.startsWith("data:image/svg")) return null;
  const { default: sharp } = await import("sharp");
  const { data: bytes, info } = await sharp(Buffer.from(dataUrl.replace(/^.*,/, ""), "base64"))
    .flatten({ background: "#ffffff" })
    .toColorspace("srgb")
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes, width: info.width, height: info.height };
}
