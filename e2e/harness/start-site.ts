import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { commands } from "@/cli/commands.mjs";
import { childEnvironment } from "@/lib/env";
import { freePort } from "@/lib/ports";

export type Site = {
  baseUrl: string;
  publicKey: string;
  secretKey: string;
  setupLink: string | null;
  output: string;
  stop(): Promise<void>;
  /** Ends it as a crash does. Its other processes notice and stop. */
  kill(): Promise<void>;
};

export type SiteOptions = { dataFolder: string; smtpUrl: string; port?: number; env?: Record<string, string>; command?: "start" | "demo" };

/** Starts Gatehouse as `npm start` or `npm run demo` does, and reads the keys from its output. */
export async function startSite({ dataFolder, smtpUrl, port: requestedPort, env = {}, command = "start" }: SiteOptions): Promise<Site> {
  const port = requestedPort ?? (await freePort());
  const baseUrl = `http://localhost:${port}`;
  const root = resolve(import.meta.dirname, "../..");
  const child = spawn(process.execPath, commands[command], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: childEnvironment({
      PORT: String(port),
      HOST: "",
      APP_URL: baseUrl,
      DATA_DIR: dataFolder,
      DEMO_DATA_DIR: dataFolder,
      SMTP_URL: smtpUrl,
      LOG_LEVEL: "error",
      DATABASE_URL: "",
      MIGRATION_DATABASE_URL: "",
      PUBLIC_KEY: "",
      SECRET_KEY: "",
      MAIL_FROM: "",
      AUTH_SECRET: "",
      WEB_PROCESSES: "",
      DRAIN_SECONDS: "",
      WORKER: "",
      TRUSTED_PROXIES: "",
      NODE_OPTIONS: "",
      OWNER_EMAIL: "",
      OWNER_PASSWORD: "",
      OIDC_ISSUER: "",
      OIDC_CLIENT_ID: "",
      OIDC_CLIENT_SECRET: "",
      // The receivers of tests.
      WEBHOOK_ALLOW_HTTP: "true",
      WEBHOOK_ALLOWED_HOSTS: "127.0.0.1",
      ...env,
    }),
  });
  const exitPromise = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const output = await waitForStartup([child.stdout, child.stderr], exitPromise);
  return {
    baseUrl,
    publicKey: /Public key:\s+(\S+)/.exec(output)?.[1] ?? "",
    secretKey: /Secret key:\s+(\S+)/.exec(output)?.[1] ?? "",
    setupLink: /Set up Gatehouse:\s+(\S+)/.exec(output)?.[1] ?? null,
    output,
    async stop() {
      child.kill("SIGTERM");
      const code = await exitPromise;
      if (code !== 0) throw new Error(`The server did not stop cleanly (exit code ${code}).`);
    },
    async kill() {
      child.kill("SIGKILL");
      await exitPromise;
    },
  };
}

type Output = NodeJS.ReadableStream | null;

/** Returns the server's output once it is ready. From then on, what it prints is shown, because a failed test doesn't contain the server's errors. */
function waitForStartup(streams: Output[], exitPromise: Promise<number | null>): Promise<string> {
  let output = "";
  let isReady = false;
  return new Promise((resolve, reject) => {
    for (const stream of streams) {
      stream?.on("data", (chunk) => {
        if (isReady) return void process.stderr.write(chunk);
        output += chunk;
        isReady = /is running at[\s\S]*(Public key:|with the password).*\n/.test(output);
        if (isReady) resolve(output);
      });
    }
    void exitPromise.then((code) => reject(new Error(`The server exited with code ${code} before it was ready:\n${output}`)));
  });
}
