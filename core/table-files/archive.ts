import type { FileHandle } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";
import { importLimits } from "@/contract/import-values";
import { ApiError } from "../api-error";

// The sizes in a ZIP archive are those that the reader enforces, so a check of them before reading refuses archives that would fill the memory.

export const notReadable = (message: string): ApiError => new ApiError("import_not_readable", { message });

/** The largest unpacked size of all files of a workbook, and of a file that is kept in memory as a whole, in bytes. */
const maxSize = { total: 1024 ** 3, inMemory: 128 * 1024 ** 2, unchecked: 1024 ** 2, item: 4 * 1024 ** 2, cellTag: 64 * 1024 };

/** How many times larger than packed a file can be, as in Apache POI. Sheets unpack to about ten times their size, and archives that exhaust the memory to 1,000 times. */
const maxRatio = 100;

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const maxEntries = 2000;

export const damaged = (): ApiError =>
  notReadable("This Excel file can't be read. It seems to be damaged or cut off: save it again as .xlsx, or as CSV.");
const tooLarge = () => notReadable("This Excel file is too large when unpacked. Save it as CSV, or split it.");

/** Throws `import_not_readable` if a ZIP archive is incomplete, or unpacks to more than a workbook needs. */
export async function assertSafeArchive(file: FileHandle, size: number): Promise<void> {
  const read = async (position: number, length: number): Promise<Buffer> => {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await file.read(buffer, 0, length, position);
    if (bytesRead < length) throw damaged();
    return buffer;
  };
  // The record at the end has 22 bytes and a comment of up to 64 KiB.
  const tailLength = Math.min(size, 22 + 65_535);
  const tail = await read(size - tailLength, tailLength);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > tail.length || tail.readUInt32LE(end) !== endSignature) throw damaged();
  const [count, length, start] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (count > maxEntries || length > 4 * 1024 * 1024) throw tooLarge();
  if (start + length > size) throw damaged();
  const directory = await read(start, length);
  if (!directory.includes("xl/workbook.xml"))
    throw notReadable("This is a ZIP file, but not of Excel. Unpack it, and upload the files in it.");
  let total = 0;
  for (let index = 0, at = 0; index < count; index++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entrySignature) throw damaged();
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString("utf8", at + 46, at + 46 + nameLength);
    const offset = directory.readUInt32LE(at + 42);
    if (offset + 30 > size) throw damaged();
    // An entry states its size twice, and a hostile file states two sizes.
    const unpacked = Math.max(directory.readUInt32LE(at + 24), (await read(offset, 30)).readUInt32LE(22));
    total += unpacked;
    const packed = directory.readUInt32LE(at + 20);
    if (unpacked > maxSize.unchecked && unpacked > maxRatio * packed) throw tooLarge();
    const isSheet = /^xl\/worksheets\/sheet\d+\.xml$/i.test(name);
    if (total > maxSize.total || (!isSheet && unpacked > maxSize.inMemory)) throw tooLarge();
    // Rows and shared texts are kept in memory one at a time.
    const item = isSheet ? "row" : name === "xl/sharedStrings.xml" ? "si>" : null;
    await assertSmallItems(file, { offset, packed, unpacked, item });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
}

type PackedFile = { offset: number; packed: number; unpacked: number; item: string | null };

/** A cell in column AAA or later. The reader keeps all cells before it, also where the file has none. */
const farCell = /<(?:\w+:)?c\s[^<]*\br\s*=\s*["'][a-z]{3}/i;

/** A tag that isn't closed yet, and can be of a cell. Attributes can contain `>`. */
const openCellTag = /^<(?:[\w:]*|(?:\w+:)?c\s(?:[^"'>]|"[^"]*"|'[^']*')*(?:"[^"]*|'[^']*)?)$/i;

/** Unpacks a file of an archive without keeping it. Throws if it is larger than stated, has cells far to the right, or if the elements with the name `item` are too far apart. */
async function assertSmallItems(archive: FileHandle, { offset, packed, unpacked, item }: PackedFile): Promise<void> {
  const header = Buffer.alloc(30);
  await archive.read(header, 0, header.length, offset);
  const start = offset + header.length + header.readUInt16LE(26) + header.readUInt16LE(28);
  const isCompressed = header.readUInt16LE(8) === 8;
  const source = archive.createReadStream({ start, end: start + Math.max(packed, 1) - 1, autoClose: false, highWaterMark: 64 * 1024 });
  const unpack = isCompressed ? createInflateRaw({ chunkSize: 64 * 1024 }) : new PassThrough();
  let [size, sinceItem, openTag] = [0, 0, ""];
  const check = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      size += chunk.length;
      const last = item === null ? 0 : chunk.lastIndexOf(item);
      sinceItem = last < 0 ? sinceItem + chunk.length : chunk.length - last;
      if (size > unpacked || sinceItem > maxSize.item) throw tooLarge();
      const text = openTag + chunk.toString("latin1");
      if (farCell.test(text))
        throw notReadable(
          `The sheet has cells in column AAA or later. A file can have at most ${importLimits.columns} columns: delete the empty columns on the right.`,
        );
      const tail = text.slice(text.lastIndexOf("<"));
      openTag = openCellTag.test(tail) ? tail : "";
      if (openTag.length > maxSize.cellTag) throw tooLarge();
    }
  };
  try {
    await pipeline(source, unpack, check);
  } catch (error) {
    throw error instanceof ApiError ? error : damaged();
  }
}
