import { cardsPerPage, type Sheet } from "@/contract/prints";
import { encodeQrCode, type QrCode, qrCodePath, qrCodeRuns } from "@/lib/qr-code";
import { visualRuns } from "./bidi";
import { type CardDesign, type CardLayout, createCardLayout, cropMarks, type Rectangle, sheetGeometry, type TextLine } from "./card-layout";
import { type Fonts, featuresOf, type TextRun } from "./fonts";
import type { PrintedCode } from "./qr-code";

/** An image of the logo, as PNG without transparency. */
export type Logo = { bytes: Buffer; width: number; height: number };

/** The cards to draw. `logo` is the image of `design.logo`. */
export type Cards = { sheet: Sheet; design: CardDesign; logo: Logo | null; fonts: Fonts; hasCropMarks: boolean; skip: number };

/** Where cards are drawn: on pages of a PDF, or on a picture. Lengths are in points from the top left corner of the page. */
type Canvas = {
  text(line: TextLine): void;
  image(logo: Logo, at: Rectangle): void;
  qrCode(code: QrCode, at: Rectangle): void;
  cropMarks(marks: ReturnType<typeof cropMarks>): void;
};

/** The empty border that is part of the QR code, in modules. The distance to the texts and the edge of the card adds to it. */
const quietZone = 2;

function drawCard(
  canvas: Canvas,
  { logo, lines, qrCode }: CardLayout,
  link: string,
  image: Logo | null,
  { x, y }: { x: number; y: number },
): void {
  const move = (at: Rectangle): Rectangle => ({ ...at, x: at.x + x, y: at.y + y });
  if (logo && image) canvas.image(image, move(logo));
  if (qrCode) canvas.qrCode(encodeQrCode(link, quietZone), move(qrCode));
  for (const line of lines) canvas.text({ ...line, x: line.x + x, y: line.y + y });
}

const markWidth = 0.25;

/** Draws the cards of codes as a PDF. Each page is written when it is full, and none is kept. `time` is the creation date in the file. */
export async function* cardsPdf(
  codes: AsyncIterable<PrintedCode>,
  cards: Cards,
  { title, time }: { title: string; time: Date },
): AsyncGenerator<Uint8Array> {
  const { sheet, design, logo, fonts, skip } = cards;
  const { pageWidth, pageHeight, origin } = sheetGeometry(sheet);
  const { default: PDFDocument } = await import("pdfkit");
  const document = new PDFDocument({
    size: [pageWidth, pageHeight],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: "1.7",
    lang: "und",
    displayTitle: true,
    info: { Title: title, CreationDate: time, Creator: "Gatehouse", Producer: "PDFKit" },
    // Without the default font, which isn't embedded.
    ...({ font: null } as object),
  });
  for (const { name, bytes } of Object.values(fonts).flat()) document.registerFont(name, bytes);
  function* written(): Generator<Uint8Array> {
    for (let chunk = document.read(); chunk !== null; chunk = document.read()) yield chunk as Buffer;
  }
  const canvas = pdfCanvas(document, fonts, logo);
  const layout = createCardLayout(sheet, design, fonts);
  let position = skip;
  for await (const { text, link } of codes) {
    if (position === cardsPerPage(sheet)) position = 0;
    if (position === 0 || (position === skip && !document.page)) {
      document.addPage();
      yield* written();
      if (cards.hasCropMarks) canvas.cropMarks(cropMarks(sheet));
    }
    drawCard(canvas, layout(text), link, logo, origin(position));
    position++;
  }
  document.end();
  for await (const chunk of document) yield chunk as Buffer;
}

/** The runs of a line from left to right, and where each starts. */
function placeRuns(fonts: Fonts, { x, width, size, style, text, direction }: TextLine): (TextRun & { left: number })[] {
  const runs = visualRuns(text, direction, fonts[style]).map((run) => ({
    ...run,
    width: (run.file.font.layout(run.text, featuresOf(style)).advanceWidth * size) / run.file.font.unitsPerEm,
  }));
  let left = direction === "rtl" ? x + width - runs.reduce((sum, run) => sum + run.width, 0) : x;
  return runs.map((run) => {
    left += run.width;
    return { ...run, left: left - run.width };
  });
}

function pdfCanvas(document: PDFKit.PDFDocument, fonts: Fonts, logo: Logo | null): Canvas {
  // Opened once, so that the file has the image once.
  const image = logo && (document as unknown as { openImage(bytes: Buffer): unknown }).openImage(logo.bytes);
  return {
    text(line) {
      const { y, size, style } = line;
      for (const { text: part, file, left } of placeRuns(fonts, line)) {
        // With features, PDFKit doesn't remember the layout, and each code is there only once.
        const features = featuresOf(style) as PDFKit.Mixins.OpenTypeFeatures[] | undefined;
        document.font(file.name).fontSize(size).fillColor("#000000");
        document.text(part, left, y, { lineBreak: false, baseline: "alphabetic", features });
      }
    },
    image(_, { x, y, width, height }) {
      document.image(image as Buffer, x, y, { width, height });
    },
    qrCode(code, { x, y, width }) {
      const rectangles = qrCodeRuns(code).map((run) => `${run.x} ${run.y} ${run.width} 1 re`);
      document
        .save()
        .translate(x, y)
        .scale(width / code.size)
        .fillColor("#000000")
        .addContent(`${rectangles.join("\n")}\nf`);
      document.restore();
    },
    cropMarks(marks) {
      document.lineWidth(markWidth).strokeColor("#000000");
      for (const { from, to } of marks) document.moveTo(...from).lineTo(...to);
      document.stroke();
    },
  };
}

/** Draws the first page of cards as an SVG image. Its texts are outlines, so that it looks the same everywhere. */
export function firstPageSvg(codes: readonly PrintedCode[], cards: Cards): string {
  const { sheet, design, logo, fonts, skip } = cards;
  const { pageWidth, pageHeight, origin } = sheetGeometry(sheet);
  const { canvas, parts, definitions } = svgCanvas(fonts);
  if (cards.hasCropMarks) canvas.cropMarks(cropMarks(sheet));
  const layout = createCardLayout(sheet, design, fonts);
  for (const [index, { text, link }] of codes.slice(0, cardsPerPage(sheet) - skip).entries())
    drawCard(canvas, layout(text), link, logo, origin(skip + index));
  const [width, height] = [round(pageWidth), round(pageHeight)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs>${[...definitions.values()].join("")}</defs><path fill="#fff" d="M0 0h${width}v${height}H0z"/>${parts.join("")}</svg>`;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** A canvas that adds SVG elements to `parts`. `definitions` are what they use again and again: glyphs, and the logo. */
function svgCanvas(fonts: Fonts): { canvas: Canvas; parts: string[]; definitions: Map<string, string> } {
  const parts: string[] = [];
  const definitions = new Map<string, string>();
  const use = (id: string, x: number, y: number, scaleX: number, scaleY: number) =>
    parts.push(`<use href="#${id}" transform="translate(${round(x)} ${round(y)}) scale(${scaleX} ${scaleY})"/>`);
  const canvas: Canvas = {
    text(line) {
      const { y, size, style } = line;
      for (const { text: part, file, left: start } of placeRuns(fonts, line)) {
        let left = start;
        const scale = size / file.font.unitsPerEm;
        const { glyphs, positions } = file.font.layout(part, featuresOf(style));
        for (const [index, glyph] of glyphs.entries()) {
          const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
          const id = `${file.name}-${glyph.id}`.replace(/[^\w-]/gu, (character) => `_${character.codePointAt(0)}`);
          if (!definitions.has(id)) definitions.set(id, `<path id="${id}" d="${glyph.path.toSVG()}"/>`);
          use(id, left + xOffset * scale, y - yOffset * scale, scale, -scale);
          left += xAdvance * scale;
        }
      }
    },
    image({ bytes, width, height }, at) {
      const href = `data:image/png;base64,${bytes.toString("base64")}`;
      definitions.set("logo", `<image id="logo" width="${width}" height="${height}" href="${href}"/>`);
      use("logo", at.x, at.y, at.width / width, at.height / height);
    },
    qrCode(code, { x, y, width }) {
      const place = `transform="translate(${round(x)} ${round(y)}) scale(${width / code.size})"`;
      parts.push(`<path ${place} shape-rendering="crispEdges" d="${qrCodePath(code)}"/>`);
    },
    cropMarks(marks) {
      const lines = marks.map(({ from, to }) => `M${from.map(round).join(" ")}L${to.map(round).join(" ")}`);
      parts.push(`<path stroke="#000" stroke-width="${markWidth}" d="${lines.join("")}"/>`);
    },
  };
  return { canvas, parts, definitions };
}
