import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";

/** Returns whether a program is installed, such as with `npm install --global bun deno workerd`. */
export const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? "").split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

let globalFolder: string | undefined;

/** Returns the folder of a package that was installed with `npm install --global`, or null. */
export function findGlobalPackage(name: string): string | null {
  globalFolder ??= execFileSync("npm", ["root", "--global"], { encoding: "utf8" }).trim();
  const folder = path.join(globalFolder, name);
  return existsSync(folder) ? folder : null;
}
