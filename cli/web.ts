import "./start/check-environment";
import cluster from "node:cluster";
import { env, setNextAuthUrl } from "@/lib/env";
import { buildIfNeeded } from "./start/build";
import { exitWithError, requireAuthSecret, requireDatabaseUrl } from "./start/environment";
import { forkWebProcesses } from "./start/web-processes";
import { serveWeb } from "./start/web-server";

/** `npm run web` runs only the web server. `npm start` passes `--built`, and `--wait` to delay listening until it sends a message. */
const dev = process.argv.includes("--dev");
requireDatabaseUrl("web");
requireAuthSecret("web");
setNextAuthUrl(env());
if (cluster.isPrimary && !dev && !process.argv.includes("--built"))
  await buildIfNeeded().catch((error: Error) => exitWithError(error.message));

const startSignal =
  cluster.isPrimary && process.argv.includes("--wait") ? new Promise<unknown>((resolve) => process.once("message", resolve)) : undefined;

if (cluster.isPrimary && env().WEB_PROCESSES > 1 && !dev) {
  await startSignal;
  forkWebProcesses(env().WEB_PROCESSES);
} else await serveWeb({ dev, port: env().PORT, appUrl: env().APP_URL, trustedProxies: env().TRUSTED_PROXIES, startSignal });
