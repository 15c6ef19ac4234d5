import { join, resolve } from "node:path";
import type { Env } from "@/lib/env";
import { log } from "@/lib/log";
import { isLocalUrl } from "@/lib/routes";
import type { MetricsAccess } from "@/server/metrics";
import { minSecretLength, readOrCreateSecret } from "./secret-file";

/** Whether requests can come through a proxy: one is trusted, or people use a URL other than that of this server. */
function hasProxy({ TRUSTED_PROXIES, APP_URL, PORT }: Env): boolean {
  const { protocol, port } = new URL(APP_URL);
  return TRUSTED_PROXIES.length > 0 || !isLocalUrl(APP_URL) || protocol !== "http:" || Number(port || 80) !== PORT;
}

/** Reads the token for metrics from the data folder, and creates it on the first start. Undefined if the folder can't be written to. */
function readMetricsToken(dataFolder: string): string | undefined {
  const file = join(resolve(dataFolder), "metrics-token");
  try {
    const secret = readOrCreateSecret(file);
    if (secret.length >= minSecretLength) return secret;
    log.warn({ file }, "the token for /metrics is too short: delete the file and restart");
  } catch (err) {
    log.warn({ err, file }, "no token for /metrics can be saved: set METRICS_TOKEN to read it from other machines");
  }
  return undefined;
}

/** Who can read the metrics. Without METRICS_TOKEN and a proxy, also programs on this machine, which need no token. */
export function getMetricsAccess(env: Env): MetricsAccess {
  if (env.METRICS_TOKEN !== undefined) return { token: env.METRICS_TOKEN, allowsLocal: false };
  return { token: readMetricsToken(env.DATA_DIR), allowsLocal: !hasProxy(env) };
}
