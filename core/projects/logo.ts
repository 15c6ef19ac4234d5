const fileSignatures: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  png: (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  jpeg: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  // The file size is between "RIFF" and "WEBP".
  webp: (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
};

// Our pages show logos in img elements, where scripts don't run. But people can save the file and open it directly.
const activeContent: readonly RegExp[] = [
  /<(\w+:)?script/i,
  /javascript:/i,
  /[\s"'/]on[a-z]+\s*=/i,
  /<(\w+:)?foreignobject/i,
  /<!entity/i,
  /<\?xml-stylesheet/i,
];

/** Returns why a data URL isn't an image of its declared type, or isn't only an image. Returns `null` if it is fine. */
export function getLogoProblem(dataUrl: string): string | null {
  const [, type = "", base64 = ""] = /^data:image\/(png|jpeg|webp|svg\+xml);base64,(.*)$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(base64, "base64");
  if (type === "svg+xml") return getSvgProblem(bytes);
  return fileSignatures[type]?.(bytes) ? null : `is not a ${type.toUpperCase()} image`;
}

function getSvgProblem(bytes: Buffer): string | null {
  const text = decodeUtf8(bytes);
  if (text === null || !/<(\w+:)?svg[\s>]/i.test(text)) return "is not an SVG image in UTF-8";
  const decoded = decodeReferences(text);
  return activeContent.some((pattern) => pattern.test(decoded)) ? "must not contain scripts, event handlers or foreign content" : null;
}

/** Rejects other encodings, which could hide active content. */
function decodeUtf8(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** Decodes numeric character references, and removes the whitespace that browsers ignore in "javascript:" URLs. */
function decodeReferences(text: string): string {
  const decoded = text.replace(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?/gi, (match, hex?: string, decimal?: string) => {
    const codePoint = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : match;
  });
  return decoded.replace(/j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/gi, "javascript:");
}
