import { environmentVariable, readEnv } from "@/lib/env";
import { exitWithError, requireEnvironment } from "./launch/environment";

/**
 * `npm run demo` starts a demo project with its own database in .data-demo, separate from your data. `--large` adds a million leads, a
 * million codes and half a million claims, in .data-demo-large.
 */
requireEnvironment();
const [{ fillDemo, fillLargeDemo }, { demoOwner }, { startInForeground }] = await Promise.all([
  import("@/scripts/demo/fill-database"),
  import("@/scripts/demo/team"),
  import("./launch/foreground"),
]);
const isLarge = process.argv.includes("--large");
const folder = isLarge ? ".data-demo-large" : ".data-demo";
if (environmentVariable("SMTP_URL")) exitWithError("The demo never sends emails. Remove SMTP_URL from the environment and start it again.");

const env = readEnv({
  PORT: environmentVariable("PORT") ?? "3100",
  DATA_DIR: folder,
  LOG_LEVEL: environmentVariable("LOG_LEVEL") ?? "warn",
  OWNER_EMAIL: demoOwner.email,
  OWNER_PASSWORD: demoOwner.password,
});
const lines = [
  `This is the demo project. Its data is in ${folder}. Delete that folder to start over.`,
  `Sign in as ${demoOwner.email} with the password "${demoOwner.password}".`,
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
