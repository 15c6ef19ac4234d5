import "@/start/check-environment";
import { migrate } from "@/db/migrate";
import { requireAuthSecret, requireDatabaseUrl, requireEnvironment } from "@/start/environment";
import { seedDatabase } from "@/start/seed";

/** `npm run migrate` migrates a shared database and creates its first API keys, for installs on several machines. */
const env = requireEnvironment();
requireDatabaseUrl("migrate");
requireAuthSecret("migrate");
const url = env.DATABASE_URL ?? "";
await migrate(url);
const { publicKey, secretKey, setupLink } = await seedDatabase(url, env, env.AUTH_SECRET);
console.log(`The database is up to date.\n\n  Public key: ${publicKey}`);
if (secretKey) console.log(`  Secret key: ${secretKey}\n\nSave the secret key now. It won't be shown again.`);
if (setupLink) {
  console.log(`\nOnce the web server is running, set up Gatehouse: ${setupLink}\nThe first person to open this link becomes the owner.`);
}
