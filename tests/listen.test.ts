import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { recordEvent } from "@/core/events/record-event";
import { freePort } from "@/lib/ports";
import { type ListenOptions, listen } from "@/sdk/src/cli/listen";
import { UsageError } from "@/sdk/src/cli/terminal";
import { callRoute } from "./harness/api";
import { insertApiKey, insertProject, type Project } from "./harness/factories";
import { waitForFeed } from "./harness/feed";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();

type Handler = (request: { url: string; body: string; headers: Record<string, string> }) => Promise<Response> | Response;

/** Starts a server on this computer, on a free port unless one is given. Returns its address and how to stop it. */
async function serve(handle: Handler, port = 0): Promise<{ url: string; stop: () => void }> {
  const server: Server = createServer(async (request, response) => {
    const answer = await handle({ url: request.url ?? "", body: await text(request), headers: request.headers as Record<string, string> });
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

const gatehouse: Handler = ({ url, headers }) =>
  callRoute("GET", url.replace(/^\/api/, ""), { key: headers.authorization?.replace("Bearer ", "") ?? null });

type Received = { id: string; n: number };

/** A program that gets events: it checks their signatures, and answers with a status. */
function receiver(secret: () => string, status = () => 200): { received: Received[]; handle: Handler } {
  const received: Received[] = [];
  const handle: Handler = ({ body, headers }) => {
    const event = new Webhook(secret()).verify(body, headers) as { id: string; data: { change: { n: number } } };
    expect(headers["webhook-id"]).toBe(event.id);
    received.push({ id: event.id, n: event.data.change.n });
    return new Response("ok", { status: status() });
  };
  return { received, handle };
}

/** The signing secrets that listeners have printed. */
const secrets = (lines: readonly string[]) => lines.flatMap((line) => /whsec_\S+/.exec(line)?.[0] ?? []);

/** How many events have an answer. Until then, an event is sent again after a restart. */
const answered = (lines: readonly string[]) => lines.filter((line) => / in \d+ ms$/.test(line)).length;

function prepare(): {
  folder: string;
  lines: string[];
  secret: () => string;
  start(options: Pick<ListenOptions, "url" | "key" | "target"> & Partial<ListenOptions>): () => Promise<void>;
} {
  const parent = mkdtempSync(path.join(tmpdir(), "gatehouse-listen-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const folder = path.join(parent, "config", "listen");
  const lines: string[] = [];
  return {
    folder,
    lines,
    secret: () => secrets(lines).at(-1) ?? "",
    start(options) {
      const stopping = new AbortController();
      const running = listen({ folder, print: (line) => lines.push(line), signal: stopping.signal, ...options });
      running.catch(() => {});
      return () => {
        stopping.abort();
        return running;
      };
    },
  };
}

async function write({ ctx }: Project, n: number): Promise<void> {
  await recordEvent(ctx, { kind: "code.paused", data: { n } });
  await waitForFeed(ctx);
}

const numbers = (received: readonly Received[]) => received.map(({ n }) => n);

test("a program gets each event once, signed with a secret that stays the same, also over restarts of all three", async () => {
  const project = await insertProject(app.ctx);
  const key = await insertApiKey(project.ctx, "secret_key", { scopes: ["events"] });
  const { folder, lines, secret, start } = prepare();
  const ports = { gatehouse: await freePort(), target: await freePort() };
  const target = `http://127.0.0.1:${ports.target}`;
  const url = `http://127.0.0.1:${ports.gatehouse}`;
  const { received, handle } = receiver(secret);
  await write(project, 0);
  let api = await serve(gatehouse, ports.gatehouse);
  let stop = start({ url, key, target });
  await expect.poll(() => lines.join()).toContain("signed with whsec_");
  // The program isn't there yet.
  await write(project, 1);
  await write(project, 2);
  await expect.poll(() => lines.join()).toMatch(/didn't answer code\.paused \S+ \(ECONNREFUSED\)/);
  let program = await serve(handle, ports.target);
  await expect.poll(() => answered(lines)).toBe(2);
  expect(numbers(received)).toEqual([1, 2]);
  for (const name of readdirSync(folder)) expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);

  await stop();
  await write(project, 3);
  program.stop();
  stop = start({ url, key, target });
  api.stop();
  await write(project, 4);
  program = await serve(handle, ports.target);
  api = await serve(gatehouse, ports.gatehouse);
  await expect.poll(() => numbers(received)).toEqual([1, 2, 3, 4]);
  await stop();
  const stopOther = start({ url, key, target: `${target}/other` });
  await expect.poll(() => secrets(lines).length).toBe(3);
  await stopOther();
  const [first, second, other] = secrets(lines);
  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

test("a program's refusals are printed and not repeated, and missed events can be skipped", async () => {
  const project = await insertProject(app.ctx);
  const { lines, secret, start } = prepare();
  const { url } = await serve(gatehouse);
  let status = 500;
  const { received, handle } = receiver(secret, () => status);
  const { url: target } = await serve(handle);
  const options = { url, key: project.secretKey, target, types: "code.paused" };
  const stop = start(options);
  await expect.poll(() => lines.length).toBe(1);
  await write(project, 1);
  await recordEvent(project.ctx, { kind: "code.resumed" });
  await expect.poll(() => lines.join()).toMatch(/code\.paused {2}[0-9a-f-]{36} {2}500 in \d+ ms/);
  status = 302;
  await write(project, 2);
  await expect.poll(() => lines.join()).toContain("  302 in ");
  await stop();
  await write(project, 3);
  const stopAgain = start({ ...options, skipMissed: true });
  await expect.poll(() => lines.filter((line) => line.startsWith("Events of")).length).toBe(2);
  await write(project, 4);
  await expect.poll(() => numbers(received)).toEqual([1, 2, 4]);
  await stopAgain();
});

test("listeners that run at once have their own state, and a target has one secret for all event types", async () => {
  const project = await insertProject(app.ctx);
  const { folder, lines, start } = prepare();
  const { url } = await serve(gatehouse);
  const { received, handle } = receiver(() => secrets(lines)[0] ?? "");
  const { url: target } = await serve(handle);
  const { url: otherTarget } = await serve(() => new Response("ok"));
  const files = () => readdirSync(folder).map((name) => `${name} ${statSync(path.join(folder, name)).mtimeMs}`);
  const options = { url, key: project.secretKey, target };
  // The base URL of the API is accepted as well.
  const stop = start({ ...options, url: `${url}/api/` });
  await expect.poll(() => lines).toEqual([expect.stringContaining(`Events of ${url} go to ${target}/, `)]);
  await stop();
  const firstFiles = files();

  const stopOthers = [start({ ...options, types: "code.paused" }), start({ ...options, target: otherTarget })];
  await expect.poll(() => secrets(lines).length).toBe(3);
  await write(project, 1);
  await expect.poll(() => answered(lines)).toBe(2);
  for (const stopOther of stopOthers) await stopOther();
  expect(numbers(received)).toEqual([1]);
  expect(files()).toEqual(expect.arrayContaining(firstFiles));

  // The one for all types continues where it was.
  const stopAgain = start(options);
  await expect.poll(() => answered(lines)).toBe(3);
  await stopAgain();
  expect(numbers(received)).toEqual([1, 1]);
});

test("a Gatehouse that asks for time gets it", async () => {
  const { lines, start } = prepare();
  const times: number[] = [];
  const { url } = await serve(() => {
    times.push(Date.now());
    return times.length === 1
      ? new Response("", { status: 429, headers: { "retry-after": "2" } })
      : Response.json({ data: [], cursor: "1", hasMore: false });
  });
  const stop = start({ url, key: anyKey, target: url });
  await expect.poll(() => lines.length, { timeout: 5000 }).toBe(3);
  await stop();
  expect(lines).toEqual([
    `${url} isn't answering (status 429). Trying again until it answers…`,
    `${url} is answering again.`,
    expect.stringContaining("Events of"),
  ]);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1900);
});

const anyKey = `sk_${"0".repeat(40)}`;
const unused = "http://127.0.0.1:9";

/** Listens, and returns why that ends at once. It mustn't print anything. */
async function refusal(options: Partial<ListenOptions>): Promise<string> {
  const { folder } = prepare();
  const stopping = new AbortController();
  const print = () => stopping.abort();
  const error: unknown = await listen({
    url: unused,
    key: anyKey,
    target: unused,
    folder,
    print,
    signal: stopping.signal,
    ...options,
  }).catch((each: unknown) => each);
  expect(error).toBeInstanceOf(UsageError);
  return (error as Error).message;
}

test("addresses and keys that can't work are refused at once, without printing passwords and keys", async () => {
  for (const [option, name] of [
    ["url", "--url (or GATEHOUSE_URL)"],
    ["target", "--forward"],
  ] as const) {
    for (const address of ["localhost:4712/hooks", "/hooks", "ftp://localhost"])
      expect(await refusal({ [option]: address })).toContain(`${name} must be a URL that begins with http:// or https://`);
    for (const address of ["http://me:hunter2@localhost:4712", "http://hunter2@localhost", "http://me:hunter2@localhost:99999"]) {
      const message = await refusal({ [option]: address });
      expect(message).toContain(`${name} must be a URL `);
      expect(message).not.toContain("hunter2");
    }
  }
  for (const key of ["sk_…", `${anyKey}1`, `pk_${"0".repeat(32)}`]) {
    const message = await refusal({ key });
    expect(message).toContain("The key must be a secret key");
    expect(message).not.toContain(key);
  }
});

test("an answer that isn't the feed ends listening, and the message says what it was", async () => {
  const page = "<h1>Hello</h1>";
  const location = "https://codes.example.org/api/events/feed?after=now";
  for (const [answer, message] of [
    [() => new Response(page, { status: 404 }), "answered 404, but not like Gatehouse. Check --url."],
    [() => new Response(page), "answered 200, but not like Gatehouse. Check --url."],
    [() => Response.json({ data: [] }), "answered 200, but not like Gatehouse. Check --url."],
    [() => new Response(null, { status: 308, headers: { location } }), "answered 308, a redirect to https://codes.example.org. "],
  ] as const) {
    const { url } = await serve(answer);
    expect(await refusal({ url })).toContain(`${url} ${message}`);
  }
});

test("someone with a wrong key, a key that can't follow events, or a wrong type is told so at once", async () => {
  const project = await insertProject(app.ctx);
  const { url } = await serve(gatehouse);
  for (const [options, message] of [
    [{ key: anyKey }, /answered 401: .*Bearer token/],
    [{ key: await insertApiKey(project.ctx, "secret_key", { scopes: ["leads"] }) }, /answered 403: .*the scope events/],
    [{ key: project.secretKey, types: "lead.cloned" }, /answered 400: types\.0: must be one of .*lead\.created/],
  ] as const)
    expect(await refusal({ url, ...options })).toMatch(message);
});
