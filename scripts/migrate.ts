import "@/start/checked";
import { migrate } from "@/db/migrate";
import { checkedEnvironment, needAuthSecret, needDatabaseUrl } from "@/start/environment";
import { seed } from "@/start/seed";

/** `npm run migrate`: for installs on several machines, brings the shared database up to date and makes its first keys. */
const env = checkedEnvironment();
needDatabaseUrl("migrate");
needAuthSecret("migrate");
const url = env.DATABASE_URL ?? "";
await migrate(url);
const { publicKey, secretKey, setupLink } = await seed(url, env, env.AUTH_SECRET);
console.log(`The database is up to date.\n\n  Public key   ${publicKey}`);
if (secretKey) console.log(`  Secret key   ${secretKey}\n\nThe secret key is shown this once: keep it.`);
if (setupLink) console.log(`\nSet it up here, once the web is up: ${setupLink}\nWhoever opens this link first becomes the owner.`);
