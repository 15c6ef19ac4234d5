import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import * as z from "zod";
import { secretKeyPattern } from "@/lib/key-patterns";
import { readCursor, saveCursor, signingSecret } from "./state";

/** How long a request to the target may take, in milliseconds. */
const targetTimeout = 15_000;
const waitSeconds = 25;
/** Longer than the wait. A computer that was asleep finds out that the connection is gone. */
const feedTimeout = (waitSeconds + 10) * 1000;
const retryDelays = [1000, 2000, 5000];
const maxRetryDelay = 10_000;
const maxRetryAfterSeconds = 3600;

/** Why listening can't start or continue. */
export class ListenError extends Error {}

const Page = z.object({ data: z.array(z.looseObject({ id: z.string(), type: z.string() })), cursor: z.string(), hasMore: z.boolean() });
type ReceivedEvent = z.output<typeof Page>["data"][number];
const Refusal = z.object({ message: z.string(), fields: z.record(z.string(), z.array(z.string())).default({}) });

/** `url` is the address of Gatehouse, `target` that of the program that gets the events. `types` are names, separated by commas. */
export type ListenOptions = {
  url: string;
  key: string;
  target: string;
  types?: string | undefined;
  /** Forgets what happened since the last time. */
  skipMissed?: boolean | undefined;
  folder: string;
  print: (line: string) => void;
  signal: AbortSignal;
};

/** Returns a URL of an option. The errors don't repeat it, because it can contain a password. */
function webUrl(option: string, text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ListenError(`${option} must be a URL that begins with http:// or https://, such as http://localhost:3000.`);
  if (url.username || url.password) throw new ListenError(`${option} must be a URL without a username and password.`);
  return url;
}

/** Returns the address of Gatehouse without the path of its API. */
const installationUrl = ({ origin, pathname }: URL) => `${origin}${pathname}`.replace(/(\/api(\/events\/feed)?)?\/*$/, "");

/** Returns why a request got no response, such as ECONNREFUSED. */
function networkProblem(error: unknown): string {
  const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause ? (cause.code ?? cause.message) : name;
}

type Attempt<Result> = { result: Result } | { problem: string; retryAfterSeconds?: number };

/** Attempts something until it succeeds, and prints the problem once. */
async function untilItSucceeds<Result>({ print, signal }: ListenOptions, attempt: () => Promise<Attempt<Result>>): Promise<Result> {
  for (let failures = 0; ; failures++) {
    const outcome = await attempt();
    if ("result" in outcome) return outcome.result;
    if (failures === 0) print(`${outcome.problem} Trying again until it answers…`);
    const retryAfter = Math.min(outcome.retryAfterSeconds ?? 0, maxRetryAfterSeconds) * 1000;
    await sleep(Math.max(retryDelays[failures] ?? maxRetryDelay, retryAfter), undefined, { signal });
  }
}

/** Says what is wrong if Gatehouse, or another server at its address, doesn't answer with events. */
function refusal(url: string, { status, headers }: Response, body: unknown): ListenError {
  const answer = `${url} answered ${status}`;
  const location = headers.get("location");
  const redirect = location === null ? null : URL.parse(location, url);
  if (redirect) return new ListenError(`${answer}, a redirect to ${installationUrl(redirect)}. If that is Gatehouse, use it as --url.`);
  const { data } = Refusal.safeParse(body);
  if (!data) return new ListenError(`${answer}, but not like Gatehouse. Check --url.`);
  const fields = Object.entries(data.fields).map(([field, messages]) => `${field}: ${messages.join(", ")}`);
  return new ListenError(`${answer}: ${fields.join("; ") || data.message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the events after a position. Waits for the first. */
function readEvents(options: ListenOptions, cursor: string | null): Promise<z.output<typeof Page>> {
  const { url, key, types, signal } = options;
  const query = new URLSearchParams({ after: cursor ?? "now", wait: String(cursor === null ? 0 : waitSeconds), ...(types && { types }) });
  return untilItSucceeds<z.output<typeof Page>>(options, async () => {
    let response: Response;
    let body: unknown;
    try {
      response = await fetch(`${url}/api/events/feed?${query}`, {
        headers: { Authorization: `Bearer ${key}` },
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(feedTimeout)]),
      });
      body = parseJson(await response.text());
    } catch (error) {
      if (signal.aborted) throw error;
      return { problem: `${url} isn't answering (${networkProblem(error)}).` };
    }
    const { status, headers } = response;
    if (status === 429 || status >= 500)
      return { problem: `${url} isn't answering (status ${status}).`, retryAfterSeconds: Number(headers.get("retry-after")) || 0 };
    const page = Page.safeParse(body);
    if (status !== 200 || !page.success) throw refusal(url, response, body);
    return { result: page.data };
  });
}

/** Sends an event to the target, signed as in Standard Webhooks. Tries again until the target answers, whatever it answers. */
async function forward(options: ListenOptions, secret: string, event: ReceivedEvent): Promise<void> {
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
      return { problem: `${target} didn't answer ${event.type} ${event.id} (${networkProblem(error)}).` };
    }
  });
  print(line);
}

/**
 * Follows the feed of events and sends each event to a program on this machine, in their order, until `signal` aborts. Continues after the last
 * event that was sent, also after a restart. Throws `ListenError` if an option is invalid or Gatehouse refuses, for example the key.
 */
export async function listen(given: ListenOptions): Promise<void> {
  const options = {
    ...given,
    url: installationUrl(webUrl("--url (or GATEHOUSE_URL)", given.url)),
    target: webUrl("--forward", given.target).href,
  };
  const { url, key, target, skipMissed, folder, print, signal } = options;
  if (!secretKeyPattern.test(key)) throw new ListenError("GATEHOUSE_KEY must be a secret key: sk_ followed by 40 letters or digits.");
  const secret = signingSecret(folder, options);
  let position = skipMissed ? null : readCursor(folder, options);
  const moveTo = (cursor: string) => {
    position = cursor;
    saveCursor(folder, options, cursor);
  };
  try {
    if (position === null) moveTo((await readEvents(options, null)).cursor);
    print(`Events of ${url} go to ${target}, signed with ${secret}`);
    for (;;) {
      const { data, cursor } = await readEvents(options, position);
      for (const event of data) {
        await forward(options, secret, event);
        moveTo(event.id);
      }
      moveTo(cursor);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
