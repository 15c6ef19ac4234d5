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
