import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** Builds the scripts of pages that have none of the framework's into `folder`, and tells `server/own-script.ts` what they are called. */
export async function buildOwnScripts(folder: string): Promise<void> {
  const { metafile } = await build({
    entryPoints: ["browser/claim.ts", "browser/place.ts"],
    outdir: join(folder, "static/own"),
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    minify: true,
    metafile: true,
    logLevel: "silent",
  });
  const names = Object.entries(metafile.outputs).flatMap(([file, { entryPoint }]) =>
    entryPoint?.startsWith("browser/") ? [[entryPoint, file.slice(file.lastIndexOf("/") + 1)]] : [],
  );
  writeFileSync(join(folder, "own-scripts.json"), JSON.stringify(Object.fromEntries(names)));
}
