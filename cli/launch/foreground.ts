import { onShutdown } from "@/lib/on-shutdown";
import { exitWithError } from "./environment";
import { type LaunchOptions, launch } from "./launch";

/** Starts everything, prints the startup message followed by `note`, and stops on Ctrl+C. */
export async function startInForeground(options: LaunchOptions, note = ""): Promise<void> {
  const running = launch({ ...options, log: console.log });
  let stopping = false;
  onShutdown(
    async () => {
      stopping = true;
      console.log("\nStopping…");
      await running.stop();
      process.exit(0);
    },
    () => running.kill(),
  );
  try {
    const { url, seedResult } = await running.ready;
    console.log(`\n${startupMessage({ url, ...seedResult, seconds: (performance.now() / 1_000).toFixed(1) })}${note}`);
  } catch (error) {
    if (!stopping) exitWithError(options.env.LOG_LEVEL === "debug" ? String((error as Error).stack) : (error as Error).message);
  }
}

/** The message for a successful start. The secret key is known only when it was just created, and the setup link only while there is no owner. */
function startupMessage({
  url,
  publicKey,
  secretKey,
  setupLink,
  seconds,
}: {
  url: string;
  publicKey: string;
  secretKey: string | null;
  setupLink: string | null;
  seconds: string;
}): string {
  const lines = [
    `Gatehouse is running at ${url} (started in ${seconds} s). Press Ctrl+C to stop.`,
    ...(setupLink ? ["", `  Set up Gatehouse: ${setupLink}`, "  The first person to open this link becomes the owner."] : []),
    "",
    `  Public key: ${publicKey}`,
  ];
  if (!secretKey) return [...lines, ""].join("\n");
  return [
    ...lines,
    `  Secret key: ${secretKey}`,
    "",
    "Save the secret key now. It won't be shown again. Try the API:",
    "",
    `CODE=$(${curlCommand(url, "codes/generate", secretKey, '{"amount":1,"type":"creative"}')} | tee /dev/stderr | sed 's/.*"code":"\\([^"]*\\)".*/\\1/')`,
    curlCommand(url, "leads/create", secretKey, '{"email":"ada@example.org"}'),
    curlCommand(url, "codes/send", secretKey, `{"code":"'"$CODE"'","emails":["ada@example.org"]}`),
    "",
  ].join("\n");
}

function curlCommand(url: string, path: string, key: string, body: string): string {
  return `curl -s ${url}/api/${path} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${body}'`;
}
