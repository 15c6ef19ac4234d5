import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { compile, optimize } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import { build, type Plugin, transform } from "esbuild";
import { routes } from "@/lib/routes";
import type { PageAssets } from "@/server/pages/document";

const options = { bundle: true, target: "es2022", minify: true, logLevel: "silent" } as const;
const urlPrefix = "/_next/static/page-assets";
const styleSheet = "server/pages/styles.css";

/** Builds what the pages for customers and embeds load into `folder`, and lists the URLs in page-assets.json. File names contain a hash. */
export async function buildPageAssets(folder: string): Promise<void> {
  const { metafile } = await build({
    ...options,
    entryPoints: [
      "browser/claim-page.ts",
      "browser/frame.ts",
      "browser/join-page.ts",
      "browser/share-link.ts",
      "browser/proof-of-work.ts",
      styleSheet,
    ],
    outdir: join(folder, "static/page-assets"),
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    publicPath: urlPrefix,
    splitting: true,
    format: "esm",
    loader: { ".woff2": "file" },
    plugins: [tailwindPlugin],
    metafile: true,
  });
  const outputs = Object.entries(metafile.outputs).map(([file, { entryPoint, inputs }]) => ({
    url: `${urlPrefix}/${basename(file)}`,
    source: entryPoint ?? Object.keys(inputs)[0] ?? "",
  }));
  const urlsOf = (pattern: RegExp) => outputs.filter(({ source }) => pattern.test(source)).map(({ url }) => url);
  const assets: PageAssets = {
    scripts: Object.fromEntries(outputs.filter(({ source }) => source.startsWith("browser/")).map(({ source, url }) => [source, url])),
    styleSheet: urlsOf(/\.css$/)[0] ?? "",
    fonts: urlsOf(/\.woff2$/),
  };
  writeFileSync(join(folder, "page-assets.json"), JSON.stringify(assets));
  await buildEmbedScript(join(folder, "embed", routes.embed.script));
  for (const [entryPoint, route] of [
    ["lib/solve-challenge.ts", routes.embed.proof],
    ["browser/embed/join-extras.ts", routes.embed.joinExtras],
  ] as const)
    await build({ ...options, entryPoints: [entryPoint], outfile: join(folder, "embed", route), format: "esm" });
}

/** Generates the classes that the components of the pages use, whatever files they are in. */
const tailwindPlugin: Plugin = {
  name: "tailwind",
  setup({ onLoad }) {
    onLoad({ filter: /\/server\/pages\/styles\.css$/ }, async ({ path }) => {
      const { metafile } = await build({
        entryPoints: ["server/pages/index.ts"],
        bundle: true,
        platform: "node",
        packages: "external",
        write: false,
        metafile: true,
        logLevel: "silent",
        format: "esm",
        outdir: ".",
      });
      const components = Object.keys(metafile.inputs).filter((file) => file.startsWith("components/"));
      const classes = new Scanner({}).scanFiles(
        components.map((file) => ({ content: readFileSync(file, "utf8"), extension: extname(file).slice(1) })),
      );
      const compiler = await compile(readFileSync(path, "utf8"), { base: dirname(path), onDependency() {} });
      return { contents: optimize(compiler.build(classes), { minify: true }).code, loader: "css" };
    });
  },
};

/** Builds the script that other sites include as a single file without globals. */
export async function buildEmbedScript(file: string): Promise<void> {
  const { code: css } = await transform(readFileSync("browser/embed/style.css", "utf8"), { loader: "css", minify: true });
  // esbuild keeps the spaces in values of custom properties.
  const define = { EMBED_CSS: JSON.stringify(css.trim().replace(/([:,]) /g, "$1")) };
  await build({ ...options, entryPoints: ["browser/embed.ts"], outfile: file, format: "iife", charset: "utf8", define });
}
