import { execFileSync, type SpawnOptions, spawnSync } from "node:child_process";
import { chownSync, existsSync, statSync } from "node:fs";
import { dirname, parse } from "node:path";
import { environmentVariable } from "@/lib/env";

/** Who PostgreSQL runs as, and how a program is started as them. PostgreSQL refuses to run as root. */
export type Account = {
  command(program: string, args: string[]): [program: string, args: string[], options: SpawnOptions];
  own(path: string): void;
};

/** `paths` are the folders and programs that the account has to reach. */
export function chooseAccount(dataFolder: string, paths: string[]): Account {
  const surroundings: SpawnOptions = {
    cwd: parse(dataFolder).root,
    env: { PATH: environmentVariable("PATH"), LC_ALL: "C", TZ: "UTC" } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
  };
  if (process.getuid?.() !== 0) return { command: (program, args) => [program, args, surroundings], own: () => {} };

  const { uid, gid, name } = ownerOf(dataFolder) ?? systemUser();
  const own = (path: string) => chownSync(path, uid, gid);
  const closed = paths.find((path) => closedTo(path, uid, gid));
  if (closed === undefined) return { command: (program, args) => [program, args, { ...surroundings, uid, gid }], own };

  if (spawnSync("setpriv", ["--version"]).status !== 0) {
    throw new Error(
      `The database runs as the user ${name}, who cannot enter ${closed}. Move Gatehouse to a folder open to others, or start it as an ordinary user.`,
    );
  }
  // A home such as /root is closed to everyone else; this one capability lets the server through and makes it nobody's root.
  // access(2), which initdb asks, forgets capabilities of anyone but root unless that fix-up is off.
  const setpriv = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    "--no-new-privs",
    "--securebits=+no_setuid_fixup",
    "--inh-caps=-all,+dac_override",
    "--ambient-caps=-all,+dac_override",
  ];
  return { command: (program, args) => ["setpriv", [...setpriv, "--", program, ...args], surroundings], own };
}

// Data made by an ordinary user stays theirs when root starts it once.
function ownerOf(dataFolder: string) {
  if (!existsSync(dataFolder)) return null;
  const { uid, gid } = statSync(dataFolder);
  return uid === 0 ? null : { uid, gid, name: String(uid) };
}

function systemUser() {
  const made = () =>
    spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "gatehouse"]).status === 0
      ? lookUp("gatehouse")
      : null;
  const user = lookUp("postgres") ?? lookUp("gatehouse") ?? made() ?? lookUp("nobody");
  if (!user)
    throw new Error("PostgreSQL cannot run as root, and there is no other user here to run it as: start Gatehouse as an ordinary user.");
  return user;
}

function lookUp(name: string) {
  try {
    const id = (flag: string) => Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g"), name };
  } catch {
    return null;
  }
}

function closedTo(path: string, uid: number, gid: number): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const found = statSync(folder);
      const bit = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001;
      if ((found.mode & bit) === 0) return true;
    }
    if (folder === dirname(folder)) return false;
  }
}
