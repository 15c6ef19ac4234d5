import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { environmentVariable, readEnv } from "@/lib/env";
import { exitWithError, requireEnvironment } from "./launch/environment";

/**
 * `npm run demo` starts a demo project with its own database in .data-demo, separate from your data. `--large` adds a million leads, a
 * million codes and half a million claims, in .data-demo-large. DEMO_DATA_DIR is another folder. Other machines can't reach it unless HOST is set.
 */
requireEnvironment();
const [{ fillDemo, fillLargeDemo }, { demoOwnerEmail }, { startInForeground }] = await Promise.all([
  import("@/scripts/demo/fill-database"),
  import("@/scripts/demo/team"),
  import("./launch/foreground"),
]);
const isLarge = process.argv.includes("--large");
// Not DATA_DIR, which may be the folder of your data.
const folder = resolve(environmentVariable("DEMO_DATA_DIR") ?? (isLarge ? ".data-demo-large" : ".data-demo"));
if (environmentVariable("SMTP_URL")) exitWithError("The demo never sends emails. Remove SMTP_URL from the environment and start it again.");

const password = readOrCreatePassword();
const env = readEnv({
  PORT: environmentVariable("PORT") ?? "3100",
  HOST: environmentVariable("HOST") ?? "127.0.0.1",
  DATA_DIR: folder,
  LOG_LEVEL: environmentVariable("LOG_LEVEL") ?? "warn",
  COOKIE_NAME: "gatehouse-demo",
  OWNER_EMAIL: demoOwnerEmail,
  OWNER_PASSWORD: password,
});
const lines = [
  `This is the demo project. Its data is in ${folder}. Delete that folder to start over.`,
  `Sign in as ${demoOwnerEmail} with the password ${password}`,
];

await startInForeground(
  {
    env,
    async beforeServing(databaseUrl) {
      const isFilled = isLarge ? fillLargeDemo(databaseUrl, (line) => console.log(`  ${line}`)) : fillDemo(databaseUrl);
      if (await isFilled) console.log("The demo project is ready.");
    },
  },
  `\n${lines.join("\n")}\n`,
);

/** Returns the owner's password, which is created on the first start. */
function readOrCreatePassword(): string {
  const file = join(folder, "owner-password");
  if (existsSync(join(folder, "postgres")) && !existsSync(file))
    exitWithError(`The owner's password is missing in ${folder}. Delete the folder to start over.`);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  if (!existsSync(file)) writeFileSync(file, randomBytes(12).toString("base64url"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}
