import { isAscii, isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import type { TextEncoding } from "@/contract/table-files";
import { notReadable } from "./archive";
import { type EncodingScore, scoreEncodings } from "./encoding-score";
import { decodeAll } from "./encodings";

/** An encoding that a file can have, with values that show how it would be read. */
export type EncodingCandidate = { encoding: TextEncoding; samples: string[] };

type DetectedEncoding = {
  encoding: TextEncoding;
  /** The likeliest first. */
  candidates: EncodingCandidate[];
  /** Whether the file has bytes that its encoding doesn't. */
  hasInvalidBytes: boolean;
};

const marks: readonly [bytes: number[], TextEncoding][] = [
  [[0xef, 0xbb, 0xbf], "UTF-8"],
  [[0xff, 0xfe, 0, 0], "UTF-32LE"],
  [[0, 0, 0xfe, 0xff], "UTF-32BE"],
  [[0xff, 0xfe], "UTF-16LE"],
  [[0xfe, 0xff], "UTF-16BE"],
];

/** How much is decoded to compare encodings: lines with other characters than ASCII, and the first lines with the headers, in bytes. */
const sampleSizes = { lines: 6 * 1024, header: 2048 };

/** How many candidates and values are shown. */
const maxShown = { candidates: 5, samples: 3, length: 80 };

/** Detects the encoding of a file: by its byte order mark or zero bytes, else UTF-8 if it is valid, else by how plausible its text is. */
export async function detectEncoding(path: string, head: Buffer): Promise<DetectedEncoding> {
  const marked = marks.find(([bytes]) => bytes.every((byte, index) => head[index] === byte))?.[1] ?? detectWide(head);
  if (marked !== undefined && marked !== "UTF-8") return describeEncoding(marked, head);
  if (head.includes("\x1b$B") || head.includes("\x1b$@")) return describeEncoding("ISO-2022-JP", head);
  const { validCount, invalidCount, isCut, lines } = await examine(path);
  if (invalidCount === 0) return describeEncoding("UTF-8", lines);
  // Valid UTF-8 sequences are very unlikely in other encodings.
  if (invalidCount * 20 <= validCount || marked === "UTF-8" || isCut) return { ...describeEncoding("UTF-8", lines), hasInvalidBytes: true };
  const sample = [...nonAsciiLines(lines)];
  const validLines = sample.filter((line) => isUtf8(line));
  const isMixed = validLines.length * 4 >= sample.length && validLines.length > 0;
  if (isMixed && scoreEncodings(Buffer.concat(validLines), Buffer.alloc(0), ["UTF-8"])[0]?.encoding === "UTF-8")
    throw notReadable("The file mixes UTF-8 with another encoding. Export it again as UTF-8.");
  const scores = scoreEncodings(lines, head.subarray(0, sampleSizes.header));
  return { encoding: scores[0]?.encoding ?? "WINDOWS-1252", candidates: listCandidates(scores, lines), hasInvalidBytes: true };
}

const describeEncoding = (encoding: TextEncoding, bytes: Buffer): DetectedEncoding => ({
  encoding,
  candidates: [{ encoding, samples: listSamples(encoding, bytes) }],
  hasInvalidBytes: false,
});

/** Text in UTF-16 and UTF-32 has zero bytes, because separators and line ends are ASCII. */
function detectWide(head: Buffer): TextEncoding | undefined {
  const zeros = [0, 0, 0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 4] = (zeros[index % 4] ?? 0) + 1;
  const [first = 0, second = 0, third = 0, fourth = 0] = zeros;
  const quarter = head.length / 4;
  // Also in other scripts, a few of a hundred characters are ASCII.
  const isMany = (count: number) => count > quarter * 0.02;
  if (fourth > quarter * 0.95 && third > quarter * 0.9 && first < quarter * 0.1) return "UTF-32LE";
  if (first > quarter * 0.95 && second > quarter * 0.9 && fourth < quarter * 0.1) return "UTF-32BE";
  if (isMany(second) && isMany(fourth) && first + third === 0) return "UTF-16LE";
  if (isMany(first) && isMany(third) && second + fourth === 0) return "UTF-16BE";
  return undefined;
}

type Examined = {
  /** How many characters of valid UTF-8 aren't ASCII, and how many sequences aren't UTF-8. */
  validCount: number;
  invalidCount: number;
  /** Whether only the last character isn't UTF-8, as if the file had been cut off. */
  isCut: boolean;
  /** The first lines with other characters than ASCII. */
  lines: Buffer;
};

async function examine(path: string): Promise<Examined> {
  const [decoder, strict] = [new TextDecoder("utf-8"), new TextDecoder("utf-8", { fatal: true })];
  const lines: Buffer[] = [];
  let [validCount, invalidCount, size, isValid, previous] = [0, 0, 0, true, 0];
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const bytes = chunk as Buffer;
    const text = decoder.decode(bytes, { stream: true });
    previous = bytes.at(-2) ?? previous;
    if (isAscii(bytes)) continue;
    for (const line of size < sampleSizes.lines ? nonAsciiLines(bytes) : []) {
      size += line.length;
      if (size < sampleSizes.lines || lines.length === 0) lines.push(line);
    }
    isValid &&= isStrict(strict, bytes);
    const invalid = isValid ? 0 : (text.match(/\ufffd/g)?.length ?? 0);
    invalidCount += invalid;
    validCount += (text.match(/\P{ASCII}/gu)?.length ?? 0) - invalid;
  }
  const isEndValid = decoder.decode() === "";
  if (!isEndValid) invalidCount++;
  // A single letter can also be the last one of a name in another encoding.
  const isCut = !isEndValid && isValid && (validCount > 0 || !/[a-z]/i.test(String.fromCharCode(previous)));
  return { validCount, invalidCount, isCut, lines: Buffer.concat(lines) };
}

function isStrict(decoder: TextDecoder, bytes: Buffer): boolean {
  try {
    decoder.decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function* nonAsciiLines(bytes: Buffer): Generator<Buffer> {
  let start = 0;
  let isNonAscii = false;
  for (const [index, byte] of bytes.entries()) {
    isNonAscii ||= byte >= 0x80;
    if (byte !== 10 && byte !== 13 && index < bytes.length - 1 && index - start < 4096) continue;
    if (isNonAscii) yield bytes.subarray(start, index + 1);
    [start, isNonAscii] = [index + 1, false];
  }
}

/** The best candidates that don't read the same. */
function listCandidates(scores: readonly EncodingScore[], lines: Buffer): EncodingCandidate[] {
  const seen = new Set<string>();
  const candidates: EncodingCandidate[] = [];
  for (const { encoding } of scores) {
    const text = decodeAll(encoding, lines);
    if (seen.has(text)) continue;
    seen.add(text);
    candidates.push({ encoding, samples: listSamples(encoding, lines) });
    if (candidates.length === maxShown.candidates) break;
  }
  return candidates;
}

/** The first values outside of ASCII. */
function listSamples(encoding: TextEncoding, bytes: Buffer): string[] {
  const cells = decodeAll(encoding, bytes.subarray(0, sampleSizes.lines)).split(/[,;\t|"\r\n]+/);
  const values = cells.map((cell) => cell.trim()).filter((cell) => /\P{ASCII}/u.test(cell));
  return [...new Set(values)].slice(0, maxShown.samples).map((value) => value.slice(0, maxShown.length).toWellFormed());
}
