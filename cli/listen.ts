import { parseArgs } from "node:util";
import { environmentVariable } from "@/lib/env";
import { onShutdown } from "@/lib/on-shutdown";
import { exitWithError } from "./launch/environment";
import { ListenError, listen } from "./listen/listen";
import { stateFolder } from "./listen/state";

/** `npm run listen -- --forward http://localhost:4000/hooks` sends the events of a project to a program on this machine. */
const usage = `Usage: GATEHOUSE_KEY=sk_… npm run listen -- --forward http://localhost:4000/hooks

  --forward URL   Where the events go
  --url URL       The address of Gatehouse. Default: GATEHOUSE_URL, or http://localhost:3000
  --types LIST    Only events of these types, such as code.claimed,lead.deleted
  --skip-missed   Starts with what happens from now on, instead of after the last event that was sent

GATEHOUSE_KEY is a secret key that can read or follow events.`;

function readArguments() {
  try {
    const string = { type: "string" } as const;
    const boolean = { type: "boolean" } as const;
    return parseArgs({ options: { forward: string, url: string, types: string, "skip-missed": boolean } }).values;
  } catch (error) {
    return exitWithError(`${(error as Error).message}\n\n${usage}`);
  }
}

const values = readArguments();
const key = environmentVariable("GATEHOUSE_KEY");
const url = values.url ?? environmentVariable("GATEHOUSE_URL") ?? "http://localhost:3000";
const target = values.forward;
if (!target || !key) exitWithError(usage);

const stopping = new AbortController();
onShutdown(() => stopping.abort());
try {
  const { types, "skip-missed": skipMissed } = values;
  await listen({ url, key, target, types, skipMissed, folder: stateFolder(), print: console.log, signal: stopping.signal });
  process.exit(0);
} catch (error) {
  exitWithError(error instanceof ListenError ? error.message : String(error));
}
