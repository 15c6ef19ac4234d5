import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { type Entry, fromFd, type ZipFile } from "yauzl";
import { ApiError } from "../api-error";

export const notReadable = (message: string): ApiError => new ApiError("import_not_readable", { message });

/** The largest unpacked size of all files of a workbook, and of one that is kept in memory as a whole, in bytes. */
const maxSize = { total: 1024 ** 3, inMemory: 128 * 1024 ** 2, unchecked: 1024 ** 2 };

/** How many times larger than packed a file can be, as in Apache POI. Sheets unpack to about ten times their size, and archives that exhaust the memory to 1,000 times. */
const maxRatio = 100;

const maxEntries = 2000;

export const damaged = (): ApiError =>
  notReadable("This Excel file can't be read. It seems to be damaged or cut off: save it again as .xlsx, or as CSV.");
const tooLarge = () => notReadable("This Excel file is too large when unpacked. Save it as CSV, or split it.");

/** The name of a part of a workbook. Programs differ in case and slashes between a part and what refers to it (ECMA-376-2, 6.3.5). */
export const partName = (path: string): string => path.replaceAll("\\", "/").toLowerCase();

/** The files of an archive by the names of the parts. */
export type Archive = {
  names: ReadonlySet<string>;
  /** Unpacks a file while it is read. Throws `import_not_readable` if it is longer than the archive says. */
  open(name: string): Promise<AsyncIterable<Buffer>>;
  /** Unpacks a file as a whole, or returns null if there is none. */
  read(name: string): Promise<string | null>;
};

/**
 * Opens a ZIP archive. Only the files of its central directory are read, where and as long as that says: what else is in the file has not been
 * checked. Throws `import_not_readable` if the archive is incomplete, or unpacks to more than a workbook needs.
 */
export async function openArchive(file: FileHandle): Promise<Archive> {
  const zip = await promisify((callback: (error: Error | null, zip: ZipFile) => void) =>
    fromFd(file.fd, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, callback),
  )().catch(() => {
    throw damaged();
  });
  if (zip.entryCount > maxEntries) throw tooLarge();
  const entries = await listEntries(zip);
  const open = async (entry: Entry): Promise<Readable> => {
    const stream = await promisify((callback: (error: Error | null, stream: Readable) => void) =>
      zip.openReadStream(entry, callback),
    )().catch(() => {
      throw damaged();
    });
    return stream;
  };
  const unpack = async function* (entry: Entry): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of await open(entry)) yield chunk as Buffer;
    } catch (error) {
      throw error instanceof ApiError ? error : damaged();
    }
  };
  return {
    names: new Set(entries.keys()),
    open: async (name) => {
      const entry = entries.get(partName(name));
      if (!entry) throw damaged();
      return unpack(entry);
    },
    read: async (name) => {
      const entry = entries.get(partName(name));
      if (!entry) return null;
      if (entry.uncompressedSize > maxSize.inMemory) throw tooLarge();
      return Buffer.concat(await Array.fromAsync(unpack(entry))).toString("utf8");
    },
  };
}

/** Reads the central directory. */
async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let total = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on("entry", (entry: Entry) => {
      total += entry.uncompressedSize;
      const { uncompressedSize: unpacked, compressedSize: packed } = entry;
      if (total > maxSize.total || (unpacked > maxSize.unchecked && unpacked > maxRatio * packed)) return reject(tooLarge());
      if (entry.isEncrypted()) return reject(notReadable("This file is encrypted. Save it without a password."));
      entries.set(partName(entry.fileName), entry);
      zip.readEntry();
    });
    zip.on("end", resolve);
    zip.on("error", () => reject(damaged()));
    zip.readEntry();
  });
  return entries;
}
