import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** How built files are compressed beside themselves, the smallest first: by the name that requests have for it, and the ending of the file. */
export const encodings = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
] as const;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const forms: Record<(typeof encodings)[number]["name"], (text: Buffer) => Promise<Buffer>> = {
  br: (text) => brotli(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
  gzip: (text) => gzipped(text, { level: 9 }),
};

/** Compresses the scripts and styles below `folder` as far as they go, which takes too long to be done for each request. */
export async function compressBelow(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.(js|css|svg)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(folder, file));
      await Promise.all(
        encodings.map(async ({ name, ending }) => {
          const small = await forms[name](text);
          if (small.length < text.length) await writeFile(path.join(folder, file + ending), small);
        }),
      );
    }),
  );
}
