import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, transform } from "esbuild";
import { routes } from "@/lib/routes";

const options = { bundle: true, target: "es2022", minify: true, logLevel: "silent" } as const;

/** Builds the scripts of the public pages and of embeds into `folder`. `server/page-script.ts` reads the file names from page-scripts.json. */
export async function buildPageScripts(folder: string): Promise<void> {
  const { metafile } = await build({
    ...options,
    entryPoints: ["browser/claim-page.ts", "browser/position-page.ts", "browser/proof-of-work.ts"],
    outdir: join(folder, "static/page-scripts"),
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    splitting: true,
    format: "esm",
    metafile: true,
  });
  const fileNames = Object.entries(metafile.outputs).flatMap(([file, { entryPoint }]) =>
    entryPoint?.startsWith("browser/") ? [[entryPoint, file.slice(file.lastIndexOf("/") + 1)]] : [],
  );
  writeFileSync(join(folder, "page-scripts.json"), JSON.stringify(Object.fromEntries(fileNames)));
  await buildEmbedScript(embedScriptPaths(folder).script);
  await build({ ...options, entryPoints: ["browser/solve-challenge.ts"], outfile: embedScriptPaths(folder).proof, format: "esm" });
}

/** Where the embed scripts are built. They are not static files, because their URLs have no hash. */
export const embedScriptPaths = (folder: string) => ({
  script: join(folder, "embed", routes.embed.script),
  proof: join(folder, "embed", routes.embed.proof),
});

/** Builds the script that other sites include as a single file without globals. */
export async function buildEmbedScript(file: string): Promise<void> {
  const { code: css } = await transform(readFileSync("browser/embed/style.css", "utf8"), { loader: "css", minify: true });
  // esbuild keeps the spaces in values of custom properties.
  const define = { EMBED_CSS: JSON.stringify(css.trim().replace(/([:,]) /g, "$1")) };
  await build({ ...options, entryPoints: ["browser/embed.ts"], outfile: file, format: "iife", charset: "utf8", define });
}
