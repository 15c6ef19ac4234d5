import { exitWithError, requireAuthSecret, requireDatabaseUrl, requireEnvironment } from "./launch/environment";
import { showsSecretKey } from "./launch/startup-message";

/** `npm run migrate` migrates a shared database and creates its first API keys, for installations on several machines. */
const env = requireEnvironment();
const url = requireDatabaseUrl("migrate");
const authSecret = requireAuthSecret("migrate");
const [{ migrate }, { seedDatabase }] = await Promise.all([import("@/db/migrate"), import("./launch/seed")]);
await migrate(env.MIGRATION_DATABASE_URL ?? url, { applicationUrl: url }).catch((error: Error) => exitWithError(error.message));
const { publicKey, secretKey, setupLink } = await seedDatabase(url, env, authSecret);
console.log(`The database is up to date.\n\n  Public key: ${publicKey}`);
if (secretKey && showsSecretKey({ setupLink, isTerminal: process.stdout.isTTY }))
  console.log(`  Secret key: ${secretKey}\n\nSave the secret key now.${setupLink ? "" : " It won't be shown again."}`);
if (setupLink) {
  console.log(`\nOnce the web server is running, set up Gatehouse: ${setupLink}\nThe first person to open this link becomes the owner.`);
}
