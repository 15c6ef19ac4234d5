import "@/start/check-environment";
import { migrate } from "@/db/migrate";
import { requireEnvironment, requireAuthSecret, requireDatabaseUrl } from "@/start/environment";
import { seedDatabase } from "@/start/seed";

/** `npm run migrate`: for installs on several machines, brings the shared database up to date and makes its first keys. */
const env = requireEnvironment();
requireDatabaseUrl("migrate");
requireAuthSecret("migrate");
const url = env.DATABASE_URL ?? "";
await migrate(url);
const { publicKey, secretKey, setupLink } = await seedDatabase(url, env, env.AUTH_SECRET);
console.log(`The database is up to date.\n\n  Public key   ${publicKey}`);
if (secretKey) console.log(`  Secret key   ${secretKey}\n\nThe secret key is shown this once: keep it.`);
if (setupLink) console.log(`\nSet it up here, once the web is up: ${setupLink}\nWhoever opens this link first becomes the owner.`);
