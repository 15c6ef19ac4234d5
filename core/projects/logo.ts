/** How files of each kind begin. */
const fileSignatures: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  png: (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  jpeg: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  // Its size stands between the two words.
  webp: (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
};

// A logo is only shown as an image, where none of this runs; but people save pictures and open them by themselves.
const activeContent: readonly RegExp[] = [
  /<(\w+:)?script/i,
  /javascript:/i,
  /[\s"'/]on[a-z]+\s*=/i,
  /<(\w+:)?foreignobject/i,
  /<!entity/i,
  /<\?xml-stylesheet/i,
];

/** Why a data URL is not the picture it says it is, or carries more than a picture; null where it is fine. */
export function getLogoProblem(dataUrl: string): string | null {
  const [, kind = "", base64 = ""] = /^data:image\/(png|jpeg|webp|svg\+xml);base64,(.*)$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(base64, "base64");
  if (kind === "svg+xml") return getSvgProblem(bytes);
  return fileSignatures[kind]?.(bytes) ? null : `is not a ${kind.toUpperCase()} picture`;
}

function getSvgProblem(bytes: Buffer): string | null {
  const text = decodeUtf8(bytes);
  if (text === null || !/<(\w+:)?svg[\s>]/i.test(text)) return "is not an SVG picture in UTF-8";
  const plain = decodeReferences(text);
  return activeContent.some((pattern) => pattern.test(plain)) ? "must be a picture without scripts, handlers or foreign content" : null;
}

/** Other encodings would hide what is looked for. */
function decodeUtf8(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** The text with its numeric character references read, and without the breaks that browsers drop from addresses. */
function decodeReferences(text: string): string {
  const read = text.replace(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?/gi, (all, hex?: string, decimal?: string) => {
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  });
  return read.replace(/j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/gi, "javascript:");
}
