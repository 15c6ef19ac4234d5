import cluster from "node:cluster";
import { buildFolder, setFrameworkVariables } from "@/lib/env";
import { freeStartMemory } from "@/lib/memory";
import { exitWithError, requireAuthSecret, requireDatabaseUrl, requireEnvironment } from "./launch/environment";
import type { SeedReply, SeedRequest } from "./launch/seed";

/** `npm run web` runs only the web server. `npm start` passes `--built`, and `--wait` to migrate and listen when it sends messages. */
const env = requireEnvironment();
const dev = process.argv.includes("--dev");
const url = requireDatabaseUrl("web");
const authSecret = requireAuthSecret("web");
setFrameworkVariables(env);
if (cluster.isPrimary && !dev && !process.argv.includes("--built")) {
  const { buildIfNeeded } = await import("./build/build");
  await buildIfNeeded().catch((error: Error) => exitWithError(error.message));
}

if (dev) {
  const { buildPageAssets } = await import("./build/page-assets");
  await buildPageAssets(buildFolder());
}

const startSignal = cluster.isPrimary && process.argv.includes("--wait") ? waitUntilDatabaseIsReady() : undefined;

if (cluster.isPrimary && env.WEB_PROCESSES > 1 && !dev) {
  await startSignal;
  const { forkWebProcesses } = await import("./launch/processes");
  await forkWebProcesses(env.WEB_PROCESSES);
} else {
  const [{ serveWeb }, { getMetricsAccess }] = await Promise.all([import("@/server/http"), import("./launch/metrics-access")]);
  await serveWeb({
    dev,
    host: env.HOST,
    port: env.PORT,
    appUrl: env.APP_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    metricsAccess: getMetricsAccess(env),
    drainSeconds: dev ? 0 : env.DRAIN_SECONDS,
    startSignal,
  }).catch((error: Error) => exitWithError(error.message));
}
freeStartMemory();
if (startSignal) process.send?.("listening");

/** Migrates and seeds the database when the launcher asks for it, and resolves when the launcher says that the server may listen. */
function waitUntilDatabaseIsReady(): Promise<void> {
  return new Promise((resolve) => {
    process.on("message", async (message: "listen" | SeedRequest) => {
      if (message === "listen") return resolve();
      const reply = await migrateAndSeed(message).catch((error: Error) => ({ error: error.message }));
      process.send?.(reply);
    });
  });
}

async function migrateAndSeed({ seed, ownerUrl, backupFolder }: SeedRequest): Promise<SeedReply> {
  const [{ migrate }, { seedDatabase }] = await Promise.all([import("@/db/migrate"), import("./launch/seed")]);
  const backup = backupFolder === null ? null : await backUp(ownerUrl, backupFolder);
  await migrate(ownerUrl, { applicationUrl: url });
  return { result: { ...(await seedDatabase(url, seed, authSecret)), backup } };
}

async function backUp(ownerUrl: string, folder: string): Promise<string | null> {
  const { backUpBeforeUpgrade } = await import("@/db/backup/before-upgrade");
  return backUpBeforeUpgrade(ownerUrl, folder, { authSecret, previousAuthSecrets: env.AUTH_SECRET_PREVIOUS });
}
