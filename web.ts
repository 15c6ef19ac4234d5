import "./start/checked";
import cluster from "node:cluster";
import { env, tellNextAuth } from "@/lib/env";
import { buildIfNeeded } from "./start/build";
import { giveUp, needAuthSecret, needDatabaseUrl } from "./start/environment";
import { forkWebProcesses } from "./start/web-processes";
import { serveWeb } from "./start/web-server";

/** `npm run web`: the web server alone, against the database in DATABASE_URL. `npm start` runs it with `--built`, and with `--wait` for its word to listen. */
const dev = process.argv.includes("--dev");
needDatabaseUrl("web");
needAuthSecret("web");
tellNextAuth(env());
if (cluster.isPrimary && !dev && !process.argv.includes("--built")) await buildIfNeeded().catch((error: Error) => giveUp(error.message));

const heard =
  cluster.isPrimary && process.argv.includes("--wait") ? new Promise<unknown>((resolve) => process.once("message", resolve)) : undefined;

if (cluster.isPrimary && env().WEB_PROCESSES > 1 && !dev) {
  await heard;
  forkWebProcesses(env().WEB_PROCESSES);
} else await serveWeb({ dev, port: env().PORT, appUrl: env().APP_URL, trustedProxies: env().TRUSTED_PROXIES, heard });
