/** How the number of a cell is shown, as far as it changes what it means. */
export type NumberFormat =
  | { kind: "number" }
  /** A date, a time, or both. */
  | { kind: "date"; hasDate: boolean; hasTime: boolean }
  | { kind: "percent" }
  /** Digits with zeros in front, and texts between them: `00000-0000`. */
  | { kind: "digits"; mask: readonly (string | null)[] };

const number: NumberFormat = { kind: "number" };

/** The formats that files use by their number only (ECMA-376, 18.8.30). */
export function builtInFormat(id: number): NumberFormat {
  if (id === 9 || id === 10) return { kind: "percent" };
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || id === 57 || id === 58)
    return { kind: "date", hasDate: true, hasTime: false };
  if (id === 22) return { kind: "date", hasDate: true, hasTime: true };
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) || id === 55 || id === 56)
    return { kind: "date", hasDate: false, hasTime: true };
  return number;
}

/** Parses the code of a format, such as `yyyy-mm-dd` or `000000`. */
export function parseFormat(code: string): NumberFormat {
  const [section = ""] = code.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const parts = section.match(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|./gsu) ?? [];
  const codes = parts.filter((part) => !/^["\\_*]/.test(part) && (!part.startsWith("[") || /^\[(?:h+|m+|s+)\]$/i.test(part))).join("");
  if (/^general$/i.test(codes.trim())) return number;
  if (/[ymdhs]/i.test(codes)) {
    const hasDate = /[yd]/i.test(codes) || /m{3,}/i.test(codes) || !/[hs]/i.test(codes);
    return { kind: "date", hasDate, hasTime: /[hs]/i.test(codes) };
  }
  if (codes.includes("%")) return { kind: "percent" };
  return /^[0\s()+-]*00[0\s()+-]*$/.test(codes) ? { kind: "digits", mask: parts.map(maskPart).filter((part) => part !== "") } : number;
}

/** A text of a mask, or null for a digit. */
function maskPart(part: string): string | null {
  if (part === "0") return null;
  if (part.startsWith('"')) return part.slice(1, -1);
  if (part.startsWith("\\")) return part.slice(1);
  return /^[_*[]/.test(part) ? "" : part;
}

/** Writes a number as text without losing what its format shows: dates in ISO 8601, percentages, and zeros in front. */
export function formatNumber(value: number, format: NumberFormat, is1904: boolean): string {
  if (format.kind === "date") return formatSerial(value, format, is1904) ?? String(value);
  // Without the noise of binary fractions.
  if (format.kind === "percent") return `${Number((value * 100).toPrecision(12))}%`;
  if (format.kind === "digits" && Number.isSafeInteger(value) && value >= 0) return fillMask(String(value), format.mask);
  return Math.abs(value) >= 1e21 || Number.isSafeInteger(value) ? String(value) : String(Number(value.toPrecision(15)));
}

function fillMask(digits: string, mask: readonly (string | null)[]): string {
  const count = mask.filter((part) => part === null).length;
  const padded = digits.padStart(count, "0");
  // The first position takes all digits that are too many.
  let next = 0;
  return mask
    .map((part) => {
      if (part !== null) return part;
      const end = next === 0 ? padded.length - count + 1 : next + 1;
      const taken = padded.slice(next, end);
      next = end;
      return taken;
    })
    .join("");
}

const dayLength = 86_400_000;

/** The last day that a sheet can have is in the year 9999. */
const maxSerial = 2_958_466;

/** Writes a serial number as a day, a time, or both. Null if no sheet shows it as a date. */
function formatSerial(serial: number, { hasDate, hasTime }: { hasDate: boolean; hasTime: boolean }, is1904: boolean): string | null {
  if (serial < 0 || serial >= maxSerial) return null;
  // In the 1900 system, serial 60 is a day that doesn't exist.
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const date = new Date(Date.UTC(1899, 11, 30) + Math.round(days * dayLength));
  const iso = date.toISOString();
  if (!hasDate && serial < 1) return iso.slice(11, 19);
  const isMidnight = iso.endsWith("T00:00:00.000Z");
  return isMidnight && !hasTime ? iso.slice(0, 10) : iso;
}
