import cluster from "node:cluster";
import { setNextAuthUrl } from "@/lib/env";
import { exitWithError, requireAuthSecret, requireDatabaseUrl, requireEnvironment } from "./launch/environment";

/** `npm run web` runs only the web server. `npm start` passes `--built`, and `--wait` to delay listening until it sends a message. */
const env = requireEnvironment();
const dev = process.argv.includes("--dev");
requireDatabaseUrl("web");
requireAuthSecret("web");
setNextAuthUrl(env);
if (cluster.isPrimary && !dev && !process.argv.includes("--built")) {
  const { buildIfNeeded } = await import("./build/build");
  await buildIfNeeded().catch((error: Error) => exitWithError(error.message));
}

const startSignal =
  cluster.isPrimary && process.argv.includes("--wait") ? new Promise<unknown>((resolve) => process.once("message", resolve)) : undefined;

if (cluster.isPrimary && env.WEB_PROCESSES > 1 && !dev) {
  await startSignal;
  const { forkWebProcesses } = await import("./launch/processes");
  forkWebProcesses(env.WEB_PROCESSES);
} else {
  const { serveWeb } = await import("@/server/http");
  await serveWeb({ dev, port: env.PORT, appUrl: env.APP_URL, trustedProxies: env.TRUSTED_PROXIES, startSignal });
}
