import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { encodings } from "@/server/http/static-files";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

const compressors: Record<(typeof encodings)[number]["name"], (text: Buffer) => Promise<Buffer>> = {
  br: (text) => brotliAsync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
  gzip: (text) => gzipAsync(text, { level: 9 }),
};

/** Compresses the scripts and styles in `folder` at the highest level, which is too slow to do per request. */
export async function compressFiles(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.(js|css|svg)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(folder, file));
      await Promise.all(
        encodings.map(async ({ name, extension }) => {
          const compressed = await compressors[name](text);
          if (compressed.length < text.length) await writeFile(path.join(folder, file + extension), compressed);
        }),
      );
    }),
  );
}
