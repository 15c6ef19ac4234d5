import * as z from "zod";
import { codeFilters, codeParams } from "./codes";
import { endpoint, exactlyOneOf, FileReply, filterInput, largeBodyLimit, listQuery, queryNumber } from "./endpoint";
import { actorKinds, printFormats, qrCodeFormats } from "./enums";
import { CodeText, Id, oneOf, singleLineText, Timestamp, wholeNumber } from "./fields";
import { jobStatuses } from "./jobs";
import { savedFileDays } from "./limits";
import { exportRole } from "./roles";

/** A sheet of cards or labels, in millimeters. Every sheet's cards are centered on the page. */
export type Sheet = {
  name: string;
  page: keyof typeof pageSizes;
  width: number;
  height: number;
  columns: number;
  rows: number;
  /** The gaps between the cards. */
  gapX: number;
  gapY: number;
  /** Whether the sheet is plain paper, which is cut along crop marks. */
  isPlain?: true;
};

export const pageSizes = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } } as const;

const inch = 25.4;

// The sizes and distances are those of Avery's own templates, as the label database of gLabels (github.com/jimevins/glabels-qt, templates/) has
// them. Where its margins differ from the center by less than a millimeter, the center is right: the sheets are symmetrical.
export const sheets = {
  a4_cards: { name: "Plain A4, 85 × 55 mm", page: "a4", width: 85, height: 55, columns: 2, rows: 5, gapX: 0, gapY: 0, isPlain: true },
  letter_cards: {
    name: "Plain Letter, 3½ × 2 in",
    page: "letter",
    width: 3.5 * inch,
    height: 2 * inch,
    columns: 2,
    rows: 5,
    gapX: 0,
    gapY: 0,
    isPlain: true,
  },
  // avery-us-templates.xml, part 5371 and its equivalents 8371 and 8871.
  avery_5371: {
    name: "Avery 5371, 8371 (business cards)",
    page: "letter",
    width: 3.5 * inch,
    height: 2 * inch,
    columns: 2,
    rows: 5,
    gapX: 0,
    gapY: 0,
  },
  // zweckform-iso-templates.xml, part 32010: the columns are 95 mm apart. C32011 is the same sheet with another surface.
  avery_c32011: {
    name: "Avery Zweckform C32010, C32011 (business cards)",
    page: "a4",
    width: 85,
    height: 54,
    columns: 2,
    rows: 5,
    gapX: 10,
    gapY: 0,
  },
  // avery-us-templates.xml, part 5160 and its equivalent 8160.
  avery_5160: {
    name: "Avery 5160, 8160 (labels)",
    page: "letter",
    width: 2.625 * inch,
    height: inch,
    columns: 3,
    rows: 10,
    gapX: 0.125 * inch,
    gapY: 0,
  },
  // avery-us-templates.xml, part 5163 and its equivalent 8163.
  avery_5163: {
    name: "Avery 5163, 8163 (labels)",
    page: "letter",
    width: 4 * inch,
    height: 2 * inch,
    columns: 2,
    rows: 5,
    gapX: 0.1875 * inch,
    gapY: 0,
  },
  // zweckform-iso-templates.xml, part 3475.
  avery_3475: {
    name: "Avery Zweckform 3475 (labels)",
    page: "a4",
    width: 70,
    height: 36,
    columns: 3,
    rows: 8,
    gapX: 0,
    gapY: 0,
  },
  // avery-iso-templates.xml, part 7160 and its equivalents L7160 and J8160.
  avery_l7160: {
    name: "Avery L7160, J8160 (labels)",
    page: "a4",
    width: 63.5,
    height: 38.1,
    columns: 3,
    rows: 7,
    gapX: 2.5,
    gapY: 0,
  },
  // avery-iso-templates.xml, part 7163 and its equivalent L7163.
  avery_l7163: {
    name: "Avery L7163, J8163 (labels)",
    page: "a4",
    width: 99.1,
    height: 38.1,
    columns: 2,
    rows: 7,
    gapX: 2.5,
    gapY: 0,
  },
} satisfies Record<string, Sheet>;

export type SheetName = keyof typeof sheets;
export const defaultSheet = "a4_cards" satisfies SheetName;
export const sheetNames = Object.keys(sheets) as [SheetName, ...SheetName[]];
export const getSheet = (name: SheetName): Sheet => sheets[name];

export const cardsPerPage = ({ columns, rows }: Sheet): number => columns * rows;

/** Where a position of a sheet is on the page: its top left corner, in millimeters. Positions count from 0, row by row. */
export function cardOrigin({ page, width, height, columns, rows, gapX, gapY }: Sheet, position: number): { x: number; y: number } {
  const { width: pageWidth, height: pageHeight } = pageSizes[page];
  const marginX = (pageWidth - columns * width - (columns - 1) * gapX) / 2;
  const marginY = (pageHeight - rows * height - (rows - 1) * gapY) / 2;
  return { x: marginX + (position % columns) * (width + gapX), y: marginY + Math.floor(position / columns) * (height + gapY) };
}

const tag = "Prints";

/** The most codes of one print. */
export const maxPrintedCodes = 10_000;

/** The width and height of a QR code as PNG, in pixels. */
const qrCodeSize = { min: 100, max: 2000, default: 512 } as const;

export const PrintRecord = z
  .object({
    id: Id.meta({ description: "The ID of the print, and of the background job that makes its file." }),
    status: z.enum(jobStatuses).meta({ description: "`completed`: the file can be downloaded." }),
    format: z.enum(printFormats),
    sheet: z.enum(sheetNames).nullable().meta({ description: "The sheet of a PDF. `null` for QR codes." }),
    codes: z.number().int().meta({ description: "The number of codes to print." }),
    pages: z.number().int().nullable().meta({ description: "The number of pages of a PDF. `null` for QR codes." }),
    batch: Id.nullable().meta({ description: "The batch of the `filter` that selected the codes. `null` for any other selection." }),
    fileName: z.string(),
    size: z.number().int().nullable().meta({ description: "The size of the file in bytes. `null` until it's complete." }),
    progress: z
      .object({ processed: z.number().int(), total: z.number().int() })
      .meta({ description: "How many codes are in the file so far." }),
    error: z.string().nullable().meta({ description: "Why the print failed. `null` unless it did." }),
    actor: z.object({ kind: z.enum(actorKinds), name: z.string().nullable() }),
    createdAt: Timestamp,
    expiresAt: Timestamp.meta({ description: "When the file is deleted." }),
  })
  .meta({ id: "Print" });
export type PrintRecord = z.output<typeof PrintRecord>;

const pngSizeMeta = { description: `The width and height of PNG images, in pixels. Defaults to \`${qrCodeSize.default}\`.` };

const sheetList = sheetNames.map((name) => `\`${name}\`: ${sheets[name].name}, ${cardsPerPage(sheets[name])} per page`).join(". ");

/** How the cards of a PDF look. */
const cardFields = {
  sheet: oneOf(sheetNames)
    .optional()
    .meta({ description: `The sheet to print on. ${sheetList}. Defaults to \`${defaultSheet}\`.` }),
  skip: wholeNumber(Math.max(...sheetNames.map((name) => cardsPerPage(getSheet(name)))) - 1, 0)
    .optional()
    .meta({ description: "How many positions of the first sheet are already used, row by row. Defaults to `0`." }),
  title: singleLineText(80)
    .optional()
    .meta({ description: "The title of each card. Defaults to the project's name. An empty title is left out." }),
  text: singleLineText(200)
    .optional()
    .meta({ description: "What people do with the code. Defaults to an instruction. An empty text is left out." }),
  url: singleLineText(200)
    .optional()
    .meta({ description: "The web page below the code. Defaults to the claim page. An empty text is left out." }),
  logo: z.boolean().optional().meta({ description: "Whether to print the project's logo, if it has one. Defaults to `true`." }),
  qrCode: z.boolean().optional().meta({ description: "Whether to print a QR code of the claim link. Defaults to `true`." }),
  cropMarks: z
    .boolean()
    .optional()
    .meta({ description: "Whether to print crop marks. Defaults to `true` on plain paper, and `false` otherwise." }),
};

const fitsSheet: [(body: { sheet?: SheetName; skip?: number }) => boolean, { path: string[]; message: string }] = [
  ({ sheet = defaultSheet, skip = 0 }) => skip < cardsPerPage(getSheet(sheet)),
  { path: ["skip"], message: "must be less than the number of cards per page" },
];

const selectionFields = {
  codes: z
    .array(CodeText)
    .min(1, "must have at least one code")
    .max(maxPrintedCodes, `must have at most ${maxPrintedCodes} codes`)
    .optional()
    .meta({ description: "The codes to print, in this order unless you set `order`." }),
  filter: filterInput(codeFilters).optional(),
  order: oneOf(["created", "code"])
    .optional()
    .meta({ description: "The order of the codes: as they were generated, or by their text. Defaults to `created` for a filter." }),
};

export const CreatePrintInput = z
  .strictObject({
    ...selectionFields,
    format: oneOf(printFormats)
      .default("pdf")
      .meta({ description: "`pdf`: a sheet of cards. `svg` and `png`: a ZIP archive with a QR code for each code. Defaults to `pdf`." }),
    ...cardFields,
    size: wholeNumber(qrCodeSize.max, qrCodeSize.min).default(qrCodeSize.default).meta(pngSizeMeta),
  })
  .refine(...exactlyOneOf("codes", "filter"))
  .refine(...fitsSheet);
export type CreatePrintInput = z.output<typeof CreatePrintInput>;

const examplePrint: PrintRecord = {
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66",
  status: "completed",
  format: "pdf",
  sheet: "avery_5371",
  codes: 20,
  pages: 2,
  batch: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66",
  fileName: "launch-day-cards.pdf",
  size: 48_213,
  progress: { processed: 20, total: 20 },
  error: null,
  actor: { kind: "staff", name: "Grace Hopper" },
  createdAt: "2026-11-21T12:00:00.000Z",
  expiresAt: "2026-11-28T12:00:00.000Z",
};

const idParams = z.strictObject({ id: Id });
const exampleParams = { id: examplePrint.id };

export const createPrintEndpoint = endpoint({
  method: "POST",
  path: "/prints",
  tag,
  summary: "Print codes",
  description: `Makes a PDF with a card for each code, or a ZIP archive with their QR codes. Takes either \`codes\` or \`filter\`, which can select 1 to ${maxPrintedCodes.toLocaleString("en-US")} codes. Each QR code opens the claim page with its code. The file is made in the background: wait until \`status\` is \`completed\`, then download it. It's kept for ${savedFileDays} days. Codes that are deleted in the meantime are left out.`,
  access: ["secret_key", "member"],
  bodyLimit: largeBodyLimit,
  body: CreatePrintInput,
  reply: PrintRecord,
  errors: [],
  example: {
    body: { filter: { batch: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66", usesLeft: true }, sheet: "avery_5371" },
    reply: { ...examplePrint, status: "queued", size: null, progress: { processed: 0, total: 20 } },
  },
});

export const previewPrintEndpoint = endpoint({
  method: "POST",
  path: "/prints/preview",
  tag,
  summary: "Preview cards",
  description: "Draws the first page as `POST /prints` would, without making a file.",
  access: ["secret_key", "member"],
  isRead: true,
  bodyLimit: largeBodyLimit,
  body: z
    .strictObject({ ...selectionFields, ...cardFields })
    .refine(...exactlyOneOf("codes", "filter"))
    .refine(...fitsSheet),
  reply: z.object({
    svg: z.string().meta({ description: "The first page as an SVG image." }),
    codes: z.number().int().meta({ description: "The number of codes to print." }),
    pages: z.number().int(),
  }),
  errors: [],
  example: {
    body: { filter: { batch: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66", usesLeft: true }, sheet: "avery_5371" },
    reply: { svg: "<svg …", codes: 20, pages: 2 },
  },
});

export const listPrintsEndpoint = endpoint({
  method: "GET",
  path: "/prints",
  tag,
  summary: "List prints",
  description: "Newest first. Prints are listed until their files are deleted.",
  access: ["secret_key", "viewer"],
  query: listQuery({ batch: Id.optional().meta({ description: "Only prints of this batch." }) }),
  reply: z.array(PrintRecord),
  errors: [],
  example: { query: { limit: "20" }, reply: [examplePrint] },
});

export const getPrintEndpoint = endpoint({
  method: "GET",
  path: "/prints/:id",
  tag,
  summary: "Get a print",
  access: ["secret_key", "viewer"],
  params: idParams,
  reply: PrintRecord,
  errors: ["print_not_found"],
  example: { params: exampleParams, reply: examplePrint },
});

export const downloadPrintEndpoint = endpoint({
  method: "GET",
  path: "/prints/:id/file",
  tag,
  summary: "Download a print",
  access: ["secret_key", exportRole],
  params: idParams,
  file: ["application/pdf", "application/zip"],
  reply: FileReply,
  errors: ["print_not_found", "print_not_ready"],
  example: { params: exampleParams, reply: "%PDF-1.7…" },
});

export const deletePrintEndpoint = endpoint({
  method: "DELETE",
  path: "/prints/:id",
  tag,
  summary: "Delete a print",
  description:
    "Deletes the file. If it isn't complete yet, its background job is canceled. Returns the print as it was. The codes don't change.",
  access: ["secret_key", "member"],
  params: idParams,
  reply: PrintRecord,
  errors: ["print_not_found"],
  example: { params: exampleParams, reply: examplePrint },
});

export const getCodeQrEndpoint = endpoint({
  method: "GET",
  path: "/codes/:code/qr",
  tag: "Codes",
  summary: "Get the QR code of a code",
  description: "Opens the claim page with the code filled in.",
  access: ["secret_key", "viewer"],
  params: codeParams,
  query: z.strictObject({
    format: z.enum(qrCodeFormats, "must be svg or png").optional().meta({ description: "The format of the image. Defaults to `svg`." }),
    size: queryNumber(qrCodeSize.min, qrCodeSize.max).default(qrCodeSize.default).meta(pngSizeMeta),
  }),
  file: ["image/svg+xml", "image/png"],
  reply: FileReply,
  errors: ["code_not_found"],
  example: { params: { code: "curious-pineapple" }, query: { format: "svg" }, reply: "<svg …" },
});
