import "@/start/check-environment";
import { environmentVariable, readEnv } from "@/lib/env";
import { exitWithError } from "@/start/environment";
import { startInForeground } from "@/start/foreground";
import { fillDemo, fillLargeDemo } from "./demo/fill-at";
import { demoOwner } from "./demo/team";

/**
 * `npm run demo`: a sample project with a database of its own in .data-demo, beside the real one and out of its reach. With `--large`,
 * a million leads, a million codes and half a million claims besides, in .data-demo-large.
 */
const large = process.argv.includes("--large");
const folder = large ? ".data-demo-large" : ".data-demo";
if (environmentVariable("SMTP_URL")) exitWithError("The demo writes to nobody: take SMTP_URL out of the environment, and start it again.");

const env = readEnv({
  PORT: environmentVariable("PORT") ?? "3100",
  DATA_DIR: folder,
  LOG_LEVEL: environmentVariable("LOG_LEVEL") ?? "warn",
  OWNER_EMAIL: demoOwner.email,
  OWNER_PASSWORD: demoOwner.password,
});
const words = [
  `This is the sample project, in ${folder}. Delete that folder to begin it anew.`,
  `Sign in as ${demoOwner.email} with the password "${demoOwner.password}".`,
];

await startInForeground(
  {
    env,
    async beforeServing(databaseUrl) {
      const filled = large ? fillLargeDemo(databaseUrl, (line) => console.log(`  ${line}`)) : fillDemo(databaseUrl);
      if (await filled) console.log("Filled the sample project.");
    },
  },
  `\n${words.join("\n")}\n`,
);
