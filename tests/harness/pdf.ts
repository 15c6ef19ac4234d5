import { type PDFiumDocument, PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";

let library: Promise<PDFiumLibrary> | undefined;

/** Opens a PDF with PDFium, as Chromium does. */
export async function openPdf(bytes: Uint8Array): Promise<PDFiumDocument> {
  library ??= PDFiumLibrary.init();
  return (await library).loadDocument(bytes);
}

/** Renders a page of a PDF as PNG. Returns it with the size of the page in points. */
export async function renderPage(
  document: PDFiumDocument,
  index: number,
  pixelsPerPoint: number,
): Promise<{ image: Buffer; text: string }> {
  const text = document.getPage(index).getText();
  const { data } = await document.getPage(index).render({
    scale: pixelsPerPoint,
    render: ({ data, width, height }) =>
      sharp(data, { raw: { width, height, channels: 4 } })
        .removeAlpha()
        .png()
        .toBuffer(),
  });
  return { image: Buffer.from(data), text };
}
