import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, transform } from "esbuild";
import { routes } from "@/lib/routes";

const options = { bundle: true, target: "es2022", minify: true, logLevel: "silent" } as const;

/** Builds the scripts of pages that have none of the framework's into `folder`, and tells `server/own-script.ts` what they are called; and the one for other sites. */
export async function buildOwnScripts(folder: string): Promise<void> {
  const { metafile } = await build({
    ...options,
    entryPoints: ["browser/claim.ts", "browser/place.ts", "browser/proof.ts"],
    outdir: join(folder, "static/own"),
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    splitting: true,
    format: "esm",
    metafile: true,
  });
  const names = Object.entries(metafile.outputs).flatMap(([file, { entryPoint }]) =>
    entryPoint?.startsWith("browser/") ? [[entryPoint, file.slice(file.lastIndexOf("/") + 1)]] : [],
  );
  writeFileSync(join(folder, "own-scripts.json"), JSON.stringify(Object.fromEntries(names)));
  await buildEmbed(embedIn(folder).script);
  await build({ ...options, entryPoints: ["browser/solve.ts"], outfile: embedIn(folder).proof, format: "esm" });
}

/** Where in the build's folder the scripts for other sites are. They are no static files: their addresses stay, whatever they hold. */
export const embedIn = (folder: string) => ({ script: join(folder, routes.embed.script), proof: join(folder, routes.embed.proof) });

/** Builds the script that other sites include, as one that needs nothing else and leaves nothing behind in their pages. */
export async function buildEmbed(file: string): Promise<void> {
  const { code: rules } = await transform(readFileSync("browser/embed/style.css", "utf8"), { loader: "css", minify: true });
  const define = { EMBED_RULES: JSON.stringify(rules.trim()) };
  await build({ ...options, entryPoints: ["browser/embed.ts"], outfile: file, format: "iife", define });
}
