import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { cardOrigin, cardsPerPage, getSheet, pageSizes, type SheetName, sheetNames } from "@/contract/prints";
import { openPdf, renderPage } from "@/tests/harness/pdf";
import { readQrCodes } from "@/tests/harness/qr-codes";
import { size } from "@/tests/harness/size";
import { paragraphDirection, visualRuns } from "./bidi";
import { createCardLayout } from "./card-layout";
import { type Cards, cardsPdf, firstPageSvg } from "./draw-cards";
import { loadFonts, missingCharacters, splitByFont } from "./fonts";
import { claimUrl } from "./qr-code";

const fonts = await loadFonts();
const logoImage = await sharp({ create: { width: 120, height: 80, channels: 3, background: "#2563eb" } })
  .png()
  .toBuffer();
const logo = { bytes: logoImage, width: 120, height: 80 };
const texts = { title: "Moonshot Coffee", text: "Scan the QR code, or enter your code on our website.", url: "coffee.example.org/claim" };

function createCards(
  sheet: SheetName,
  { design = {}, ...rest }: Partial<Omit<Cards, "design">> & { design?: Partial<Cards["design"]> } = {},
): Cards {
  const standard = { ...texts, logo: { width: 120, height: 80 }, hasQrCode: true };
  return { sheet: getSheet(sheet), logo, fonts, hasCropMarks: false, skip: 0, design: { ...standard, ...design }, ...rest };
}

const withLinks = (codes: readonly string[]) => codes.map((text) => ({ text, link: claimUrl(text) }));

async function drawPdf(codes: readonly string[], cards: Cards): Promise<Buffer> {
  async function* stream() {
    yield* withLinks(codes);
  }
  return Buffer.concat(await Array.fromAsync(cardsPdf(stream(), cards, { title: "Access codes", time: new Date("2026-11-24T12:00:00Z") })));
}

const longCode = `${"extraordinarily-long-".repeat(3)}x`;
const kinds = ["curious-pineapple", "004217", "k7d2m9", "SPRING-A1B2", longCode, "Привет", "Ωμέγα"];
const createCodes = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${kinds[index % kinds.length]}-${index}`.slice(-64));

const pixelsPerPoint = 2;
const pixelsPerMm = (pixelsPerPoint * 72) / 25.4;

/** Whether an image has only white pixels outside of these rectangles, in millimeters. */
async function isWhiteOutside(
  image: Buffer,
  rectangles: readonly { x: number; y: number; width: number; height: number }[],
): Promise<boolean> {
  const overlays = rectangles.map(({ x, y, width, height }) => ({
    input: {
      create: {
        width: Math.round(width * pixelsPerMm),
        height: Math.round(height * pixelsPerMm),
        channels: 3 as const,
        background: "#fff",
      },
    },
    left: Math.round(x * pixelsPerMm),
    top: Math.round(y * pixelsPerMm),
  }));
  const { channels } = await sharp(await sharp(image).composite(overlays).png().toBuffer()).stats();
  return channels.slice(0, 3).every(({ min }) => min === 255);
}

const testedSheets = size<readonly SheetName[]>(["a4_cards", "avery_5160"], sheetNames);

describe.each(testedSheets)("a page of %s", (name) => {
  test("has each card where the sheet has it, with a QR code that opens the claim page of its code", async () => {
    const sheet = getSheet(name);
    const skip = 2;
    const codes = createCodes(cardsPerPage(sheet) - skip + 1);
    const pdf = await openPdf(await drawPdf(codes, createCards(name, { skip })));
    expect(pdf.getPageCount()).toBe(2);
    const { image, text } = await renderPage(pdf, 0, pixelsPerPoint);
    const { width, height } = await sharp(image).metadata();
    const page = pageSizes[sheet.page];
    expect(Math.abs((width ?? 0) - page.width * pixelsPerMm)).toBeLessThan(2);
    expect(Math.abs((height ?? 0) - page.height * pixelsPerMm)).toBeLessThan(2);

    const cardOf = (index: number) => ({ ...cardOrigin(sheet, skip + index), width: sheet.width, height: sheet.height });
    const printed = codes.slice(0, -1);
    expect(
      await isWhiteOutside(
        image,
        printed.map((_, index) => cardOf(index)),
      ),
    ).toBe(true);
    const found = await readQrCodes(image);
    expect(found.map(({ text }) => text).sort()).toEqual(printed.map(claimUrl).sort());
    for (const { text, position } of found) {
      const card = cardOf(printed.map(claimUrl).indexOf(text));
      for (const { x, y } of [position.topLeft, position.bottomRight]) {
        expect(x / pixelsPerMm - card.x).toBeGreaterThan(card.width / 2);
        expect(x / pixelsPerMm - card.x).toBeLessThan(card.width);
        expect(y / pixelsPerMm - card.y).toBeGreaterThan(0);
        expect(y / pixelsPerMm - card.y).toBeLessThan(card.height);
      }
    }
    // The texts are texts, not pictures, so that they can be searched and copied.
    for (const code of ["curious-pineapple-0", "004217-1"]) expect(text).toContain(code);
  });
});

describe("a card", () => {
  test.each(testedSheets)("of %s has nothing that overlaps or is cut off, however long its texts and code are", (name) => {
    const sheet = getSheet(name);
    const [width, height] = [(sheet.width * 72) / 25.4, (sheet.height * 72) / 25.4];
    const long = {
      title: "Responsibilities-of-bureaucracies ".repeat(3).slice(0, 80),
      text: "W".repeat(200),
      url: `example.org/${"x".repeat(180)}`,
    };
    for (const [design, code] of [
      [{}, "k7d2m9"],
      [{}, "W".repeat(64)],
      [long, "W".repeat(64)],
      [{ ...long, hasQrCode: false }, "W".repeat(64)],
      [{ title: "", text: "", url: "", logo: null }, "W".repeat(64)],
    ] as const) {
      const { lines, qrCode, logo: logoAt } = createCardLayout(sheet, createCards(name, { design }).design, fonts)(code);
      expect(
        lines
          .filter(({ style }) => style === "code")
          .map(({ text }) => text)
          .join(""),
      ).toBe(code);
      const right = qrCode ? qrCode.x : width;
      for (const { x, text, size, style } of lines) {
        const textWidth = fonts[style].slice(0, 1).reduce((_, { font }) => (font.layout(text).advanceWidth * size) / font.unitsPerEm, 0);
        expect(x + textWidth).toBeLessThanOrEqual(right + 0.5);
      }
      const tops = [...(logoAt ? [logoAt.y] : []), ...lines.map(({ y, size }) => y - size)];
      const bottoms = [...(logoAt ? [logoAt.y + logoAt.height] : []), ...lines.map(({ y, size }) => y + 0.25 * size)];
      expect(Math.min(...tops)).toBeGreaterThan(0);
      expect(Math.max(...bottoms)).toBeLessThan(height);
      const baselines = lines.filter(({ style }) => style !== "bold").map(({ y, size }) => ({ y, size }));
      for (const [index, { y, size }] of baselines.entries())
        if (index > 0) expect(y - (baselines[index - 1]?.y ?? 0)).toBeGreaterThan(size * 0.9);
    }
  });

  test("has no QR code and no logo if they aren't wanted", async () => {
    const pdf = await openPdf(await drawPdf(["k7d2m9"], createCards("a4_cards", { logo: null, design: { logo: null, hasQrCode: false } })));
    const { image, text } = await renderPage(pdf, 0, pixelsPerPoint);
    expect(await readQrCodes(image)).toEqual([]);
    expect(text).toContain("k7d2m9");
  });
});

test("a card can have Latin, Cyrillic and Greek, and its characters that can't be printed are named", () => {
  expect(missingCharacters(fonts.regular, "Früh ğİ Ł ő – Привіт, Ђорђе. Ωμέγα “€” Tiếng Việt")).toEqual([]);
  expect(missingCharacters(fonts.regular, "Hi 🎉 שלום \u202e日")).toEqual(["🎉", "ש", "ל", "ו", "ם", "\u202e", "日"]);
});

// cspell:disable
const scriptTexts = {
  "Simplified Chinese": { title: "早鸟专享优惠码", text: "扫描二维码，或在我们的网站上输入您的代码。感谢您的支持！" },
  "Traditional Chinese": { title: "搶先體驗邀請", text: "掃描 QR 碼，或在我們的網站輸入您的代碼。" },
  Japanese: { title: "早期アクセスコード", text: "QRコードをスキャンするか、ウェブサイトで「コード」を入力してください。" },
  Korean: { title: "얼리 액세스 코드", text: "QR 코드를 스캔하거나 웹사이트에 코드를 입력하세요." },
  Arabic: { title: "رمز الوصول المبكر", text: "امسح رمز QR (أو أدخل الرمز 12345) على موقعنا." },
  Persian: { title: "کد دسترسی زودهنگام", text: "می‌خواهید وارد شوید؟ کد ۱۲۳ را بنویسید." },
  Hebrew: { title: "קוד גישה מוקדמת", text: "סרקו את קוד ה-QR, או הקלידו את הקוד באתר שלנו (שלום!)." },
  Thai: { title: "รหัสเข้าใช้งานก่อนใคร", text: "สแกนคิวอาร์โค้ดหรือกรอกรหัสของคุณบนเว็บไซต์ของเราที่นี่น้ำ" },
  emoji: { title: "Early access 🎉 ✓", text: "Welcome aboard 🚀❤️👍🏽 ✔ ★ → ☕️ and more ♥" },
};
// cspell:enable

const loadTexts = (title: string, text: string) => loadFonts({ regular: text, bold: title });

const printedScripts = Object.entries(scriptTexts).filter(([name]) => size(["Simplified Chinese", "Arabic", "emoji"].includes(name), true));

test.each(printedScripts)("a card with %s shows no box for any character", async (_, { title, text }) => {
  const scriptFonts = await loadTexts(title, text);
  expect(missingCharacters(scriptFonts.bold, title)).toEqual([]);
  expect(missingCharacters(scriptFonts.regular, text)).toEqual([]);
  const cards = createCards("a4_cards", { fonts: scriptFonts, design: { title, text } });
  const bytes = await drawPdf(createCodes(10), cards);
  const { image, text: extracted } = await renderPage(await openPdf(bytes), 0, 2);
  expect(extracted).not.toContain("\0");
  const preview = await sharp(Buffer.from(firstPageSvg(withLinks(createCodes(10)), cards)), { density: 144 })
    .resize({ width: 1190 })
    .png()
    .toBuffer();
  const pdf = await sharp(image)
    .resize({ width: 1190, height: (await sharp(preview).metadata()).height, fit: "fill" })
    .png()
    .toBuffer();
  expect(await difference(pdf, preview)).toBeLessThan(4);
  // Each glyph of the texts has an outline, other than that of a missing one.
  for (const [style, each] of [
    ["bold", title],
    ["regular", text],
  ] as const)
    for (const { text: part, file } of splitByFont(scriptFonts[style], each))
      for (const glyph of file.font.layout(part).glyphs) expect([part, glyph.id === 0]).toEqual([part, false]);
});

test("scripts from right to left are in visual order, with numbers and other scripts inside from left to right", async () => {
  const text = "שלום (abc) 123 עולם!";
  const { regular } = await loadFonts({ regular: text });
  const shown = (direction: "ltr" | "rtl") =>
    visualRuns(text, direction, regular)
      .map((run) => run.text)
      .join("|");
  expect(paragraphDirection(text)).toBe("rtl");
  const order = shown("rtl").replaceAll("|", "");
  expect(order.indexOf("עולם")).toBeLessThan(order.indexOf("123"));
  expect(order.indexOf("123")).toBeLessThan(order.indexOf("abc"));
  expect(order.indexOf("abc")).toBeLessThan(order.indexOf("שלום"));
  expect(order.startsWith("!")).toBe(true);
  expect(order).toContain("(abc)");
  expect(paragraphDirection("QR קוד")).toBe("ltr");
});

test("the letters of Arabic are joined, and the marks of Thai are above their letters", async () => {
  const { regular } = await loadFonts({ regular: "بيت น้ำ" });
  const layout = (text: string) => {
    const [run] = splitByFont(regular, text);
    if (!run) throw new Error("There is no run");
    return run.file.font.layout(run.text);
  };
  const separate = [..."بيت"].reduce((sum, letter) => sum + layout(letter).advanceWidth, 0);
  expect(layout("بيت").advanceWidth).toBeLessThan(separate);
  expect(layout("น้ำ").advanceWidth).toBeLessThan(3 * layout("น").advanceWidth);
});

test("paragraphs from right to left are aligned at the right, and scripts without spaces break between words", async () => {
  const { title, text } = scriptTexts.Arabic;
  const japanese = scriptTexts.Japanese.text;
  const scriptFonts = await loadFonts({ regular: `${text} ${japanese}`, bold: title });
  const layout = (design: Partial<Cards["design"]>) => {
    const cards = createCards("a4_cards", { fonts: scriptFonts, design });
    return createCardLayout(cards.sheet, cards.design, scriptFonts)("k7d2m9").lines.filter(({ style }) => style === "regular");
  };
  expect(layout({ text })[0]).toMatchObject({ direction: "rtl" });
  const lines = layout({ text: japanese }).slice(0, -1);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.map((line) => line.text).join("")).toBe(japanese);
  for (const line of lines) expect(line.text).not.toMatch(/^[、。」]/);
});

test("the characters that no font has are named", async () => {
  const text = "Hello ᚠᚢ 𐎀 ok";
  expect(missingCharacters((await loadFonts({ regular: text })).regular, text)).toEqual(["ᚠ", "ᚢ", "𐎀"]);
});

/** The mean difference of the pixels of two images with the same size, from 0 to 255. */
async function difference(first: Buffer, second: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [first, second].map((image) => sharp(image).flatten({ background: "#fff" }).grayscale().blur(2).raw().toBuffer()),
  );
  expect(a?.length).toBe(b?.length);
  return (a ?? Buffer.alloc(0)).reduce((sum, value, index) => sum + Math.abs(value - (b?.[index] ?? 0)), 0) / (a?.length ?? 1);
}

// With UPDATE_PICTURES=true, the test saves the picture instead. Look at it before you commit it.
const picture = join("tests", "pictures", "cards.png");

test("a page with crop marks looks like its picture, as PDF and in the preview, and the same codes make the same file", async () => {
  const cards = createCards("a4_cards", { hasCropMarks: true });
  const codes = createCodes(10);
  const bytes = await drawPdf(codes, cards);
  expect((await drawPdf(codes, cards)).equals(bytes)).toBe(true);
  const { image } = await renderPage(await openPdf(bytes), 0, 1);
  if (process.env.UPDATE_PICTURES === "true") await writeFile(picture, await sharp(image).png({ palette: true, colors: 16 }).toBuffer());
  expect(await difference(image, await readFile(picture))).toBeLessThan(0.3);
  const { width, height } = await sharp(image).metadata();
  const preview = await sharp(Buffer.from(firstPageSvg(withLinks(codes), cards)), { density: 144 })
    .resize(width, height, { fit: "fill" })
    .png()
    .toBuffer();
  expect(await difference(image, preview)).toBeLessThan(4);
  // An empty page differs much more.
  expect(await difference(image, await sharp(image).linear(0, 255).toBuffer())).toBeGreaterThan(15);
});
