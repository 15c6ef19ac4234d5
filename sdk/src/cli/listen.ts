import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { readCursor, saveCursor, signingSecret } from "./listen-state.js";
import { UsageError } from "./terminal.js";

const secretKeyPattern = /^sk_[0-9A-Za-z]{40}$/;

/** How long a request to the target may take, in milliseconds. */
const targetTimeout = 15_000;
const waitSeconds = 25;
/** Longer than the wait. A computer that was asleep finds out that the connection is gone. */
const feedTimeout = (waitSeconds + 10) * 1000;
const retryDelays = [1000, 2000, 5000];
const maxRetryDelay = 10_000;
const maxRetryAfterSeconds = 3600;

/** What is read of an event. All of it is sent to the target. */
type ReceivedEvent = { id: string; type: string };
type Page = { data: ReceivedEvent[]; cursor: string };
type Refusal = { message: string; fields?: Record<string, string[]> };

const isObject = (value: unknown): value is Record<string, unknown> => value instanceof Object;
const isEvent = (value: unknown): value is ReceivedEvent =>
  isObject(value) && typeof value.id === "string" && typeof value.type === "string";
const isPage = (body: unknown): body is Page =>
  isObject(body) && Array.isArray(body.data) && body.data.every(isEvent) && typeof body.cursor === "string" && "hasMore" in body;
const isRefusal = (body: unknown): body is Refusal => isObject(body) && typeof body.message === "string";

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

/** Like `URL.parse`, which Node.js 20 doesn't have. */
function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Returns a URL of an option. The errors don't repeat it, because it can contain a password. */
function webUrl(option: string, text: string): URL {
  const url = parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${option} must be a URL that begins with http:// or https://, such as http://localhost:3000.`);
  if (url.username || url.password) throw new UsageError(`${option} must be a URL without a username and password.`);
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

/** Attempts something until the program at `url` answers. Prints the problem once, and its end. */
async function untilItAnswers<Result>(
  { print, signal }: ListenOptions,
  url: string,
  attempt: () => Promise<Attempt<Result>>,
): Promise<Result> {
  for (let failures = 0; ; failures++) {
    const outcome = await attempt();
    if ("result" in outcome) {
      if (failures > 0) print(`${url} is answering again.`);
      return outcome.result;
    }
    if (failures === 0) print(`${outcome.problem} Trying again until it answers…`);
    const retryAfter = Math.min(outcome.retryAfterSeconds ?? 0, maxRetryAfterSeconds) * 1000;
    await sleep(Math.max(retryDelays[failures] ?? maxRetryDelay, retryAfter), undefined, { signal });
  }
}

/** Says what is wrong if Gatehouse, or another server at its address, doesn't answer with events. */
function refusal(url: string, { status, headers }: Response, body: unknown): UsageError {
  const answer = `${url} answered ${status}`;
  const location = headers.get("location");
  const redirect = location === null ? null : parseUrl(location, url);
  if (redirect) return new UsageError(`${answer}, a redirect to ${installationUrl(redirect)}. If that is Gatehouse, use it as --url.`);
  if (!isRefusal(body)) return new UsageError(`${answer}, but not like Gatehouse. Check --url.`);
  const fields = Object.entries(body.fields ?? {}).map(([field, messages]) => `${field}: ${messages.join(", ")}`);
  return new UsageError(`${answer}: ${fields.join("; ") || body.message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the events after a position. Waits for the first. */
function readEvents(options: ListenOptions, cursor: string | null): Promise<Page> {
  const { url, key, types, signal } = options;
  const query = new URLSearchParams({ after: cursor ?? "now", wait: String(cursor === null ? 0 : waitSeconds), ...(types && { types }) });
  return untilItAnswers<Page>(options, url, async () => {
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
    if (status !== 200 || !isPage(body)) throw refusal(url, response, body);
    return { result: body };
  });
}

/** Sends an event to the target, signed as in Standard Webhooks. Tries again until the target answers, whatever it answers. */
async function forward(options: ListenOptions, secret: string, event: ReceivedEvent): Promise<void> {
  const { target, print, signal } = options;
  const body = JSON.stringify(event);
  const line = await untilItAnswers<string>(options, target, async () => {
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
 * event that was sent, also after a restart. Throws a `UsageError` if an option is invalid or Gatehouse refuses, for example the key.
 */
export async function listen(given: ListenOptions): Promise<void> {
  const options = {
    ...given,
    url: installationUrl(webUrl("--url (or GATEHOUSE_URL)", given.url)),
    target: webUrl("--forward", given.target).href,
  };
  const { url, key, target, skipMissed, folder, print, signal } = options;
  if (!secretKeyPattern.test(key)) throw new UsageError("The key must be a secret key: sk_ followed by 40 letters or digits.");
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
