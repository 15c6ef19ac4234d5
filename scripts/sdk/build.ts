import { execFile } from "node:child_process";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

/** Builds the package of the client, for ES modules and CommonJS, with types for both. */
export async function buildSdk(outputFolder: string): Promise<void> {
  rmSync(outputFolder, { recursive: true, force: true });
  for (const [format, extension] of [
    ["esm", ".js"],
    ["cjs", ".cjs"],
  ] as const) {
    await build({
      entryPoints: ["sdk/src/index.ts", "sdk/src/public.ts"],
      outdir: outputFolder,
      outExtension: { ".js": extension },
      bundle: true,
      external: ["standardwebhooks"],
      format,
      platform: "neutral",
      target: "es2022",
    });
  }
  await build({
    entryPoints: ["sdk/src/cli.ts"],
    outfile: path.join(outputFolder, "cli.js"),
    bundle: true,
    external: ["standardwebhooks"],
    format: "esm",
    platform: "node",
    target: "node20",
  });
  await promisify(execFile)(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "sdk", "--outDir", outputFolder]);
  // TypeScript takes the types of a CommonJS module from a file of its own.
  for (const file of globSync("**/*.d.ts", { cwd: outputFolder })) {
    const text = readFileSync(path.join(outputFolder, file), "utf8");
    writeFileSync(path.join(outputFolder, file.replace(/\.d\.ts$/, ".d.cts")), text.replace(/(["'])(\.\.?\/[\w/-]+)\.js\1/g, "$1$2.cjs$1"));
  }
}
