import { encode } from "uqr";

/** The dark modules of a QR code, in rows from the top. `size` is the width and height with the quiet zone. */
export type QrCode = { size: number; rows: boolean[][] };

/** Encodes a text. Medium error correction reads well on small prints and damaged labels. */
export function encodeQrCode(text: string, quietZone: number): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: quietZone });
  return { size, rows: data };
}

/** The dark modules as rectangles of one row, so that no gaps show between them. */
export const qrCodeRuns = ({ rows }: QrCode): { x: number; y: number; width: number }[] =>
  rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return [{ x, y, width: (end === -1 ? row.length : end) - x }];
    }),
  );

/** The dark modules as an SVG path. */
export const qrCodePath = (code: QrCode): string =>
  qrCodeRuns(code)
    .map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`)
    .join("");
