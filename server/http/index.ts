import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import next from "next";
import { stopWaiting } from "@/core/events/wait";
import { stopBeingReady } from "@/core/health";
import { saveReport } from "@/core/system-reports";
import { withRequestLimit } from "@/db/request-limit";
import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { listen } from "@/lib/ports";
import { withTimeout } from "@/lib/timeout";
import { startTracing, stopTracing } from "@/lib/tracing";
import { type MetricsAccess, measureRequest, serveMetrics } from "../metrics";
import { getServices } from "../services";
import { moveTokenToCookie } from "./link-token";
import {
  arrivalLimits,
  clientIpResolver,
  handleClientError,
  handleUnknownExpectation,
  limitArrival,
  rejectInvalidRequest,
  rewriteUrl,
} from "./request";
import { createRouter, rejectIfUnavailable } from "./router";
import { securityHeaders } from "./security-headers";
import { createStaticFileHandler } from "./static-files";

/** `host` is the address to listen on, by default all of them. `drainSeconds` is how long the server still accepts requests when it stops. */
export type WebServerOptions = {
  dev: boolean;
  host?: string | undefined;
  port: number;
  appUrl: string;
  trustedProxies: string[];
  metricsAccess: MetricsAccess;
  drainSeconds: number;
  startSignal?: Promise<unknown>;
};

/** More open connections than this are refused, so that slow clients can't use up the file descriptors of the process. */
const maxConnections = 10_000;

/** Loads the configuration before Next does, which would print how long that took. */
async function loadNextConfig(): Promise<void> {
  const require = createRequire(import.meta.url);
  const { default: load } = require("next/dist/server/config.js") as { default: (phase: string, folder: string) => Promise<unknown> };
  await load("phase-production-server", process.cwd());
}

/**
 * Serves the app: documented endpoints and customer pages directly, built files from disk, everything else
 * through Next.js. Resolves when it listens and rejects if the port is in use. On shutdown, it isn't ready but answers for `drainSeconds`.
 * Then open requests get up to 10 seconds to finish.
 */
export async function serveWeb(options: WebServerOptions): Promise<void> {
  const { dev, host, port, appUrl, trustedProxies, metricsAccess, drainSeconds, startSignal } = options;
  await startTracing("gatehouse-web");
  const resolveClientIp = clientIpResolver(trustedProxies, () => {
    saveReport(getServices().connection.db, "proxy", {}).catch((err: unknown) => log.warn({ err }, "a report could not be saved"));
  });
  const setSecurityHeaders = securityHeaders({ appUrl, dev });
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    if (isStopping) response.setHeader("Connection", "close");
    rewriteUrl(request);
    setSecurityHeaders(request, response);
    limitArrival(request, response);
    if (rejectInvalidRequest(request, response)) return;
    if (serveMetrics(request, response, metricsAccess)) return;
    if (moveTokenToCookie(request, response)) return;
    resolveClientIp(request);
    if (route(request, response) || serveStaticFile(request, response)) return;
    // The API answers before Next is ready. Page requests wait.
    const respond = () =>
      void nextReady.then(() =>
        withRequestLimit(async () => {
          if (!(await rejectIfUnavailable(request, response))) await handleWithNext(request, response);
        }),
      );
    measureRequest(request, response, "page", respond);
  };
  const server = createServer(
    // Keep-alive is longer than that of common proxies, so that they close idle connections first.
    // Next closes upgrade requests, but Java's HTTP client offers h2c with its first request and expects a normal response.
    // Without Node's own check of the Host header, requests without it get an API error.
    {
      headersTimeout: 20_000,
      // Closes slow connections soon after their timeout.
      connectionsCheckingInterval: 5_000,
      // Later than `limitArrival`, which also ends the handler.
      requestTimeout: arrivalLimits.upload + arrivalLimits.rest,
      keepAliveTimeout: 95_000,
      shouldUpgradeCallback: () => dev,
      requireHostHeader: false,
    },
    listener,
  );
  server.maxConnections = maxConnections;
  server.on("clientError", handleClientError);
  server.on("checkExpectation", handleUnknownExpectation);
  if (!dev) await loadNextConfig();
  const app = next({ dev, dir: process.cwd(), hostname: "localhost", port, httpServer: server });
  let isStopping = false;
  let listening: Promise<void> | undefined;
  onShutdown(
    async () => {
      isStopping = true;
      if (listening === undefined) process.exit(0);
      stopBeingReady();
      // The primary process of the cluster already passes connections to this one. If it ended now, they would hang.
      await listening;
      if (drainSeconds > 0) await new Promise((resolve) => setTimeout(resolve, drainSeconds * 1_000));
      stopWaiting();
      const closed = new Promise((resolve) => server.close(resolve));
      const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
      const closeAll = setTimeout(() => server.closeAllConnections(), 10_000);
      await closed;
      clearInterval(closeIdle);
      clearTimeout(closeAll);
      await withTimeout(app.close(), 2_000);
      await stopTracing();
      process.exit(0);
    },
    () => process.exit(0),
  );

  const nextReady = app.prepare();
  nextReady.catch((err: unknown) => {
    log.fatal({ err }, "pages could not be loaded");
    process.exit(1);
  });
  const handleWithNext = app.getRequestHandler();
  const serveStaticFile = createStaticFileHandler();
  const [route] = await Promise.all([createRouter(), startSignal]);
  listening = listen(server, port, host);
  await listening;
}
