import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import next from "next";
import { inherited } from "@/lib/env";
import { type Api, openApi } from "./api";
import { type BuiltFiles, openBuiltFiles } from "./built-files";
import { clientOf } from "./client-address";
import { type EmbedScript, openEmbedScripts } from "./embed-script";
import { letFrame } from "./framing";
import { renderForDoors } from "./mail";
import { buildOwnScripts } from "./own-scripts";
import { refuse, refuseUnreadable } from "./refuse";
import { route } from "./route";
import { keepSafe } from "./safety";
import { keepStill } from "./still-pages";
import { onStop } from "./stopping";

export type WebOptions = { dev: boolean; port: number; appUrl: string; trustedProxies: string[]; heard?: Promise<unknown> };

/** Serves Next on every address of this machine until it is told to stop; then it finishes what is running, for 10 seconds at most. */
export async function serveWeb({ dev, port, appUrl, trustedProxies, heard }: WebOptions): Promise<void> {
  const believe = clientOf(trustedProxies);
  const safely = keepSafe({ appUrl, dev });
  let stopping = false;
  let api: Api = () => false;
  let built: BuiltFiles = () => false;
  let embed: EmbedScript = () => false;
  let handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  const server = createServer(
    // Longer than proxies keep a connection to us, so that it is they who close it.
    // Next hangs up on upgrades; Java's client offers one (h2c) with every first request, and must get its answer instead.
    { headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 95_000, shouldUpgradeCallback: () => dev },
    (request, response) => {
      if (stopping) response.setHeader("Connection", "close");
      route(request);
      safely(request, response);
      if (refuse(request, response)) return;
      believe(request);
      if (api(request, response) || built(request, response) || embed(request, response)) return;
      keepStill(request, response);
      void letFrame(request, response).then(() => handle(request, response));
    },
  );
  server.on("clientError", refuseUnreadable);
  const app = next({ dev, dir: process.cwd(), hostname: "localhost", port, httpServer: server });
  onStop(
    async () => {
      stopping = true;
      if (!server.listening) process.exit(0);
      const closed = new Promise((resolve) => server.close(resolve));
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const patience = setTimeout(() => server.closeAllConnections(), 10_000);
      await closed;
      clearInterval(idle);
      clearTimeout(patience);
      await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, 2_000))]);
      process.exit(0);
    },
    () => process.exit(0),
  );

  await app.prepare();
  handle = app.getRequestHandler();
  renderForDoors();
  if (dev) await buildOwnScripts(inherited("NEXT_DIST_DIR") ?? ".next");
  else api = await openApi();
  built = openBuiltFiles();
  embed = openEmbedScripts();

  await heard;
  server.once("error", (error: NodeJS.ErrnoException) => {
    console.error(error.code === "EADDRINUSE" ? `Port ${port} is in use: give another in PORT.` : error.message);
    process.exit(1);
  });
  server.listen(port);
}
