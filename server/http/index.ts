import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import next from "next";
import { environmentVariable } from "@/lib/env";
import { type ApiRouter, createApiRouter } from "./api-router";
import { clientIpResolver } from "./client-ip";
import { registerEmailRenderer } from "./email-rendering";
import { createEmbedScriptHandler, type EmbedScriptHandler } from "./embed-scripts";
import { allowFraming } from "./frame-ancestors";
import { buildPageScripts } from "./page-scripts";
import { handleClientError, rejectInvalidRequest } from "./reject-request";
import { rewriteUrl } from "./rewrite-url";
import { securityHeaders } from "./security-headers";
import { onShutdown } from "./shutdown";
import { createStaticFileHandler, type StaticFileHandler } from "./static-files";
import { stripFrameworkScripts } from "./strip-framework-scripts";

export type WebServerOptions = { dev: boolean; port: number; appUrl: string; trustedProxies: string[]; startSignal?: Promise<unknown> };

/** Serves the app on all network interfaces. On shutdown, open requests get up to 10 seconds to finish. */
export async function serveWeb({ dev, port, appUrl, trustedProxies, startSignal }: WebServerOptions): Promise<void> {
  const resolveClientIp = clientIpResolver(trustedProxies);
  const setSecurityHeaders = securityHeaders({ appUrl, dev });
  let stopping = false;
  let routeApi: ApiRouter = () => false;
  let serveStaticFile: StaticFileHandler = () => false;
  let serveEmbedScript: EmbedScriptHandler = () => false;
  let handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  const server = createServer(
    // Keep-alive is longer than that of common proxies, so that they close idle connections first.
    // Next closes upgrade requests, but Java's HTTP client offers h2c with its first request and expects a normal response.
    { headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 95_000, shouldUpgradeCallback: () => dev },
    (request, response) => {
      if (stopping) response.setHeader("Connection", "close");
      rewriteUrl(request);
      setSecurityHeaders(request, response);
      if (rejectInvalidRequest(request, response)) return;
      resolveClientIp(request);
      if (routeApi(request, response) || serveStaticFile(request, response) || serveEmbedScript(request, response)) return;
      stripFrameworkScripts(request, response);
      void allowFraming(request, response).then(() => handle(request, response));
    },
  );
  server.on("clientError", handleClientError);
  const app = next({ dev, dir: process.cwd(), hostname: "localhost", port, httpServer: server });
  onShutdown(
    async () => {
      stopping = true;
      if (!server.listening) process.exit(0);
      const closed = new Promise((resolve) => server.close(resolve));
      const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
      const closeAll = setTimeout(() => server.closeAllConnections(), 10_000);
      await closed;
      clearInterval(closeIdle);
      clearTimeout(closeAll);
      await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, 2_000))]);
      process.exit(0);
    },
    () => process.exit(0),
  );

  await app.prepare();
  handle = app.getRequestHandler();
  registerEmailRenderer();
  if (dev) await buildPageScripts(environmentVariable("NEXT_DIST_DIR") ?? ".next");
  else routeApi = await createApiRouter();
  serveStaticFile = createStaticFileHandler();
  serveEmbedScript = createEmbedScriptHandler();

  await startSignal;
  server.once("error", (error: NodeJS.ErrnoException) => {
    console.error(error.code === "EADDRINUSE" ? `Port ${port} is already in use. Set PORT to another port.` : error.message);
    process.exit(1);
  });
  server.listen(port);
}
