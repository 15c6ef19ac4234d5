import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import * as z from "zod";
import { type ListenState, readState, saveState } from "./state";

/** How long a request to the target may take, in milliseconds. */
const targetTimeout = 15_000;
const waitSeconds = 25;
/** Longer than the wait. A computer that was asleep finds out that the connection is gone. */
const feedTimeout = (waitSeconds + 10) * 1000;
const retryDelays = [1000, 2000, 5000, 10_000];

/** Why listening can't start or continue. */
export class ListenError extends Error {}

const Page = z.object({ data: z.array(z.looseObject({ id: z.string(), type: z.string() })), cursor: z.string(), hasMore: z.boolean() });
type ReceivedEvent = z.output<typeof Page>["data"][number];
const Refusal = z.object({ message: z.string() });

/** `url` is the address of Gatehouse, `target` that of the program that gets the events. `types` are names, separated by commas. */
export type ListenOptions = {
  url: string;
  key: string;
  target: string;
  types?: string | undefined;
  /** Forgets what happened since the last time. */
  skipMissed?: boolean | undefined;
  file: string;
  print: (line: string) => void;
  signal: AbortSignal;
};

type Attempt<Result> = { result: Result } | { problem: string };

/** Attempts something until it succeeds, and prints the problem once. */
async function untilItSucceeds<Result>({ print, signal }: ListenOptions, attempt: () => Promise<Attempt<Result>>): Promise<Result> {
  for (let failures = 0; ; failures++) {
    const outcome = await attempt();
    if ("result" in outcome) return outcome.result;
    if (failures === 0) print(`${outcome.problem} Trying again until it answers…`);
    await sleep(retryDelays[Math.min(failures, retryDelays.length - 1)], undefined, { signal });
  }
}

/** Reads the events after a position. Waits for the first. */
function readEvents(options: ListenOptions, cursor: string | null): Promise<z.output<typeof Page>> {
  const { url, key, types, signal } = options;
  const query = new URLSearchParams({ after: cursor ?? "now", wait: String(cursor === null ? 0 : waitSeconds), ...(types && { types }) });
  return untilItSucceeds<z.output<typeof Page>>(options, async () => {
    const problem = `${url} isn't answering.`;
    try {
      const response = await fetch(`${url}/api/events/feed?${query}`, {
        headers: { Authorization: `Bearer ${key}` },
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(feedTimeout)]),
      });
      if (response.status >= 500) return { problem };
      const body: unknown = await response.json();
      if (response.ok) return { result: Page.parse(body) };
      throw new ListenError(Refusal.safeParse(body).data?.message ?? `${url} answered ${response.status}.`);
    } catch (error) {
      if (error instanceof ListenError || signal.aborted) throw error;
      return { problem };
    }
  });
}

/** Sends an event to the target, signed as in Standard Webhooks. Tries again until the target answers, whatever it answers. */
async function forward(options: ListenOptions, { secret }: ListenState, event: ReceivedEvent): Promise<void> {
  const { target, print, signal } = options;
  const body = JSON.stringify(event);
  const line = await untilItSucceeds<string>(options, async () => {
    const now = new Date();
    const headers = {
      "content-type": "application/json",
      "webhook-id": event.id,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(event.id, now, body),
    };
    try {
      const response = await fetch(target, {
        method: "POST",
        headers,
        body,
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(targetTimeout)]),
      });
      await response.body?.cancel();
      return {
        result: `${now.toTimeString().slice(0, 8)}  ${event.type}  ${event.id}  ${response.status} in ${Date.now() - now.getTime()} ms`,
      };
    } catch (error) {
      if (signal.aborted) throw error;
      return { problem: `${target} didn't answer ${event.type} ${event.id}.` };
    }
  });
  print(line);
}

/**
 * Follows the feed of events and sends each event to a program on this machine, in their order, until `signal` aborts. Continues after the last
 * event that was sent, also after a restart. Throws `ListenError` if Gatehouse refuses, for example the key.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { url, target, types, skipMissed, file, print, signal } = options;
  const name = [url, target, types ?? "all"].join(" ");
  const state = readState(file, name);
  if (skipMissed) state.cursor = null;
  const moveTo = (cursor: string) => {
    state.cursor = cursor;
    saveState(file, name, state);
  };
  try {
    if (state.cursor === null) moveTo((await readEvents(options, null)).cursor);
    print(`Events of ${url} go to ${target}, signed with ${state.secret}`);
    for (;;) {
      const { data, cursor } = await readEvents(options, state.cursor);
      for (const event of data) {
        await forward(options, state, event);
        moveTo(event.id);
      }
      moveTo(cursor);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
