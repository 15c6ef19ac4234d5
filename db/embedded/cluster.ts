import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Account } from "./account";
import type { Binaries } from "./binaries";

export const user = "gatehouse";

/** Reads the password of this data folder, or makes one (mode 600). */
export async function keepPassword(directory: string): Promise<string> {
  const file = join(directory, "password");
  await writeFile(file, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600, flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const password = (await readFile(file, "utf8")).trim();
  if (password) return password;
  // A power cut between making the file and writing it; nothing can have used it yet unless there is data.
  if (existsSync(join(directory, "data"))) throw new Error(`The database's password file ${file} is empty: restore it from a backup.`);
  await rm(file);
  return keepPassword(directory);
}

/** Makes the data folder when there is none. It appears whole or not at all: what an interrupted first start left is removed. */
export async function makeCluster(at: {
  directory: string;
  account: Account;
  binaries: Binaries;
  password: string;
  durable: boolean;
}): Promise<void> {
  const data = join(at.directory, "data");
  await refuseOtherVersion(data);
  if (existsSync(join(data, "PG_VERSION"))) return;

  await removeLeftovers(at.directory);
  const making = join(at.directory, `making-${process.pid}-${randomBytes(4).toString("hex")}`);
  await mkdir(making, { mode: 0o700 });
  const passwordFile = join(making, "password");
  await writeFile(passwordFile, at.password, { mode: 0o600 });
  await mkdir(join(making, "data"), { mode: 0o700 });
  for (const path of [making, passwordFile, join(making, "data")]) at.account.own(path);
  await initdb(at, join(making, "data"), passwordFile);
  await rename(join(making, "data"), data).catch((error) => {
    if (!existsSync(join(data, "PG_VERSION"))) throw error;
  });
  await rm(making, { recursive: true, force: true });
}

async function initdb(
  { account, binaries, durable }: { account: Account; binaries: Binaries; durable: boolean },
  data: string,
  passwordFile: string,
): Promise<void> {
  const args = [
    `--pgdata=${data}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ];
  const [program, all, options] = account.command(binaries.initdb, durable ? args : [...args, "--no-sync"]);
  await new Promise<void>((resolve, reject) => {
    // Its own session, so that the terminal's Ctrl-C does not tear it in the middle of a file.
    const child = spawn(program, all, { ...options, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        said += chunk;
      });
    child.once("error", reject);
    child.once("close", (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`The database could not be made (initdb ended with ${signal ?? code}).\n${said.trim()}`)),
    );
  });
}

async function refuseOtherVersion(data: string): Promise<void> {
  const version = await readFile(join(data, "PG_VERSION"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "18";
    throw new Error(`The database's folder ${data} cannot be read by this user (${error.code}): start Gatehouse as the user who made it.`);
  });
  if (version.trim() !== "18")
    throw new Error(
      `The data in ${data} is PostgreSQL ${version.trim()}'s, and this is 18: move it over with pg_dump, or give DATABASE_URL.`,
    );
}

async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const pid = Number(/^making-(\d+)-/.exec(name)?.[1]);
    if (pid && !isRunning(pid)) await rm(join(directory, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
