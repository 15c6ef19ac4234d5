// Bundles everything outside Next's pages into plain JavaScript in dist/: the server, the worker and the npm commands. Must run on Node 20.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";

/** The files in these folders, without their subfolders, are entry points. */
const entryFolders = ["cli", "scripts", "bench"];

/** The bundle also depends on which route files exist, because it contains all of them. */
const listedFolders = [...entryFolders, "app/api"];

/** Packages that load faster and need less memory as part of the bundle, with what they import. The others stay in node_modules. */
const bundledPackages = ["drizzle-orm", "lossless-json", "pg-boss", "pino", "postgres", "rou3", "srvx", "uuid", "zod"];

const stampFile = "dist/inputs.json";

/** Bundles unless the sources are unchanged since the last time. Throws if a source has an error. Paths are relative to `root`. */
export async function bundleIfNeeded(root) {
  const stamp = readStamp(root);
  if (
    stamp &&
    stamp.listing === listing(root) &&
    Object.entries(stamp.inputs).every(([file, version]) => fileVersion(root, file) === version)
  )
    return;
  const { build, stop } = await import("esbuild");
  const result = await build(options(root)).finally(stop);
  writeStamp(root, result);
  removeOldOutputs(root, result);
}

/** Bundles, and again after each change of a source. Calls `onRebuild` when a later bundle of the server or the worker differs. */
export async function bundleAndWatch(root, onRebuild) {
  const { context } = await import("esbuild");
  let served;
  const watcher = {
    name: "rebuilt",
    setup(build) {
      build.onEnd((result) => {
        if (result.errors.length > 0) return;
        writeStamp(root, result);
        // The names of the chunks that they import contain hashes.
        const current = ["web", "worker"].map((name) => readFileSync(join(root, `dist/cli/${name}.js`), "utf8")).join();
        if (served !== undefined && served !== current) onRebuild();
        served = current;
      });
    },
  };
  const bundler = await context({ ...options(root), logLevel: "warning", plugins: [...options(root).plugins, watcher] });
  await bundler.rebuild();
  await bundler.watch();
}

function options(root) {
  const entryPoints = entryFolders.flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`));
  return {
    absWorkingDir: root,
    entryPoints: entryPoints.filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file)),
    outbase: ".",
    outdir: "dist",
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    jsx: "automatic",
    // Without the sources, which are on disk, the maps cost little memory.
    sourcemap: true,
    sourcesContent: false,
    // V8 keeps the text of all loaded files in memory, with two bytes per character if a comment isn't Latin.
    minifyWhitespace: true,
    // CommonJS packages call `require`.
    banner: { js: 'import { createRequire as bundleRequire } from "node:module"; const require = bundleRequire(import.meta.url);' },
    metafile: true,
    logLevel: "warning",
    plugins: [externalPackages, omitPackagesFromMaps, combineRouteFiles],
  };
}

const externalPackages = {
  name: "external-packages",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      if (kind === "entry-point" || path.startsWith("@/") || importer.includes("/node_modules/")) return null;
      const name = path.split("/", path.startsWith("@") ? 2 : 1).join("/");
      return bundledPackages.includes(name) ? null : { path, external: true };
    });
  },
};

/** Removes outputs of earlier bundles, but not recent ones, which a running server may still import. */
function removeOldOutputs(root, { metafile }) {
  const outputs = new Set(Object.keys(metafile.outputs).map((file) => join(root, file)));
  for (const entry of readdirSync(join(root, "dist"), { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && /\.js(\.map)?$/.test(file) && !outputs.has(file) && Date.now() - statSync(file).mtimeMs > 3_600_000) rmSync(file);
  }
}

/** Halves the memory of the source maps. */
const omitPackagesFromMaps = {
  name: "omit-packages-from-maps",
  setup(build) {
    const emptyMap = Buffer.from(JSON.stringify({ version: 3, sources: [""], mappings: "A" })).toString("base64");
    build.onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, "utf8")}\n//# sourceMappingURL=data:application/json;base64,${emptyMap}`,
    }));
  },
};

/** Replaces server/http/route-files.ts by a module with all route files. As a module each, they take a third of the server's start. */
const combineRouteFiles = {
  name: "combine-route-files",
  setup(build) {
    const routes = join(build.initialOptions.absWorkingDir, "app/api");
    build.onLoad({ filter: /[\\/]server[\\/]http[\\/]route-files\.ts$/ }, () => {
      // Next serves the paths that end with any segments.
      const files = readdirSync(routes, { recursive: true }).filter((file) => /[\\/]route\.ts$/.test(file) && !file.includes("[..."));
      const folders = files.map((file) => file.split(sep).slice(0, -1).join("/"));
      const contents = [
        ...folders.map((folder, n) => `import * as route${n} from ${JSON.stringify(`../../app/api/${folder}/route.ts`)};`),
        `const files = { ${folders.map((folder, n) => `${JSON.stringify(folder)}: route${n}`).join(", ")} };`,
        "export async function loadRouteFile(folder) {",
        `  if (!files[folder]) throw new Error("Missing file: app/api/" + folder + "/route.ts");`,
        "  return files[folder];",
        "}",
      ].join("\n");
      return { contents, resolveDir: join(build.initialOptions.absWorkingDir, "server/http"), watchDirs: [routes] };
    });
  },
};

const listing = (root) =>
  listedFolders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => `${folder}${sep}${file}`))
    .sort()
    .join("\n");

function fileVersion(root, file) {
  const stats = statSync(join(root, file), { throwIfNoEntry: false });
  return stats && `${stats.size} ${stats.mtimeMs}`;
}

function readStamp(root) {
  const file = join(root, stampFile);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

function writeStamp(root, { metafile }) {
  const files = [...Object.keys(metafile.inputs), "cli/bundle.mjs", "package-lock.json"].filter((file) => existsSync(join(root, file)));
  const inputs = Object.fromEntries(files.map((file) => [file, fileVersion(root, file)]));
  writeFileSync(join(root, stampFile), JSON.stringify({ listing: listing(root), inputs }));
}
