import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import type { FileReply } from "@/contract/endpoint";
import type { QrCodeFormat } from "@/contract/enums";
import { pageUrl } from "@/lib/env";
import { encodeQrCode, qrCodePath } from "@/lib/qr-code";
import { routes, withQuery } from "@/lib/routes";
import { codeRedemption, getCodeRow } from "../codes/record";
import type { Context } from "../context";

/** A code with the link of its QR code. */
export type PrintedCode = { text: string; link: string };

/** The URL of the claim page with a code filled in. */
export const claimUrl = (code: string): string => withQuery(pageUrl(routes.claim), { code });

/** Returns a code with the link to where it is redeemed, or to the claim page. */
export const printedCode = (row: Parameters<typeof codeRedemption>[0]): PrintedCode => ({
  text: row.text,
  link: codeRedemption(row).redemptionUrl ?? claimUrl(row.text),
});

/** The width of the empty border around a QR code, in modules: four, as ISO/IEC 18004 requires. */
const quietZone = 4;

function qrCodeSvg(text: string): string {
  const code = encodeQrCode(text, quietZone);
  const { size } = code;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${qrCodePath(code)}"/></svg>\n`;
}

/** Draws modules of whole pixels, centered in `size` × `size` pixels. A code with too many modules for that becomes larger. */
async function qrCodePng(text: string, size: number): Promise<Buffer> {
  const code = encodeQrCode(text, quietZone);
  const scale = Math.max(1, Math.floor(size / code.size));
  const margin = Math.max(0, size - scale * code.size);
  const [before, after] = [Math.floor(margin / 2), Math.ceil(margin / 2)];
  const pixels = Buffer.from(code.rows.flatMap((row) => row.map((isDark) => (isDark ? 0 : 255))));
  const { default: sharp } = await import("sharp");
  return sharp(pixels, { raw: { width: code.size, height: code.size, channels: 1 } })
    .resize(code.size * scale, code.size * scale, { kernel: "nearest" })
    .extend({ top: before, left: before, bottom: after, right: after, background: "#ffffff" })
    .png({ palette: true, colors: 2 })
    .toBuffer();
}

type QrCodeImage = { format: QrCodeFormat; size: number };

const contentTypes: Readonly<Record<QrCodeFormat, string>> = { svg: "image/svg+xml", png: "image/png" };

const drawQrCode = async ({ link }: PrintedCode, { format, size }: QrCodeImage): Promise<Buffer> =>
  format === "svg" ? Buffer.from(qrCodeSvg(link)) : qrCodePng(link, size);

/** Returns the QR code of a code's link as an image. Throws `code_not_found`. */
export async function getCodeQr(
  ctx: Context,
  key: string,
  { format = "svg", size }: Partial<QrCodeImage> & { size: number },
): Promise<FileReply> {
  const code = printedCode(await getCodeRow(ctx, key));
  const { text } = code;
  const content = await drawQrCode(code, { format, size });
  return { name: `${codeFileName(text)}.${format}`, contentType: contentTypes[format], size: content.length, chunks: [content] };
}

/** A code as the name of a file, whatever its text is: without characters that have a meaning in paths. */
const codeFileName = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N} _-]/gu, "_");

/** A ZIP archive with the QR code of each code. `time` is that of its files, so that the same codes make the same archive. */
export async function* qrCodeArchive(codes: AsyncIterable<PrintedCode>, image: QrCodeImage, time: string): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for await (const code of codes) {
    const name = `${codeFileName(code.text)}.${image.format}`;
    // PNG is compressed already.
    const file = image.format === "svg" ? new ZipDeflate(name) : new ZipPassThrough(name);
    file.mtime = time;
    zip.add(file);
    file.push(await drawQrCode(code, image), true);
    yield* chunks;
    chunks = [];
  }
  zip.end();
  yield* chunks;
}
