import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, transform } from "esbuild";
import { routes } from "@/lib/routes";

const options = { bundle: true, target: "es2022", minify: true, logLevel: "silent" } as const;

/** Builds the scripts of pages that have none of the framework's into `folder`, and tells `server/own-script.ts` what they are called; and the one for other sites. */
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

/** Where in the build's folder the scripts for other sites are. They are no static files: their addresses stay, whatever they hold. */
export const embedScriptPaths = (folder: string) => ({
  script: join(folder, routes.embed.script),
  proof: join(folder, routes.embed.proof),
});

/** Builds the script that other sites include, as one that needs nothing else and leaves nothing behind in their pages. */
export async function buildEmbedScript(file: string): Promise<void> {
  const { code: css } = await transform(readFileSync("browser/embed/style.css", "utf8"), { loader: "css", minify: true });
  // esbuild keeps the spaces in values of custom properties.
  const define = { EMBED_RULES: JSON.stringify(css.trim().replace(/([:,]) /g, "$1")) };
  await build({ ...options, entryPoints: ["browser/embed.ts"], outfile: file, format: "iife", charset: "utf8", define });
}
