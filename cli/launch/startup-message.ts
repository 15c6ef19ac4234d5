import { routes } from "@/lib/routes";
import { apiExample } from "./api-example";

type StartupFacts = {
  url: string;
  dataFolder: string;
  /** The time since the command was started, in milliseconds. */
  duration: number;
  publicKey: string;
  secretKey: string | null;
  setupLink: string | null;
  hasWorker: boolean;
  /** Whether a person reads the output. Scripts and services read the secret key from it. */
  isTerminal: boolean;
};

/** The message for a successful start. The secret key is known only when it was just created, and the setup link only while there is no owner. */
export function startupMessage(facts: StartupFacts): string {
  const { url, dataFolder, duration, publicKey, secretKey, setupLink, hasWorker, isTerminal } = facts;
  const isKeyShown = showsSecretKey(facts);
  const lines = [
    `Gatehouse is running at ${url} (started in ${formatDuration(duration)}). Press Ctrl+C to stop.`,
    "",
    ...(setupLink
      ? [
          `  Set up Gatehouse: ${setupLink}`,
          `  The first person to open this link becomes the owner${isTerminal ? " and gets the API keys" : ""}.`,
          "",
        ]
      : []),
    `  Dashboard:   ${url}${routes.overview}`,
    `  Data folder: ${dataFolder}`,
    `  Public key:  ${publicKey}`,
    ...(hasWorker ? [] : ["  Worker:      off (WORKER=off), so emails and jobs wait"]),
  ];
  if (!secretKey || !isKeyShown) return [...lines, ""].join("\n");
  return [
    ...lines,
    `  Secret key:  ${secretKey}`,
    "",
    `Save the secret key now. ${setupLink ? "Setup shows it once more." : "It won't be shown again."} Try the API:`,
    "",
    apiExample(url, secretKey),
    "",
    "Replace curious-pineapple with your code.",
    "",
  ].join("\n");
}

/** Whether to print a new secret key: not to a person who sees it during setup. */
export const showsSecretKey = ({ setupLink, isTerminal }: Pick<StartupFacts, "setupLink" | "isTerminal">): boolean =>
  setupLink === null || !isTerminal;

/** Formats a duration in milliseconds: `4.2 s`, `1 min 24 s`. */
export function formatDuration(duration: number): string {
  const seconds = Math.round(duration / 1_000);
  return seconds < 60 ? `${(duration / 1_000).toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
