import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { ListenError, type ListenOptions, listen } from "@/cli/listen/listen";
import { readState } from "@/cli/listen/state";
import { recordEvent } from "@/core/events/record-event";
import { freePort } from "@/lib/ports";
import { callRoute } from "./harness/api";
import { insertApiKey, insertProject, type Project } from "./harness/factories";
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

function prepare(): {
  file: string;
  lines: string[];
  start(options: Pick<ListenOptions, "url" | "key" | "target"> & Partial<ListenOptions>): () => Promise<void>;
} {
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-listen-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "config", "listen.json");
  const lines: string[] = [];
  return {
    file,
    lines,
    start(options) {
      const stopping = new AbortController();
      const running = listen({ file, print: (line) => lines.push(line), signal: stopping.signal, ...options });
      running.catch(() => {});
      return () => {
        stopping.abort();
        return running;
      };
    },
  };
}

const write = ({ ctx }: Project, n: number) => recordEvent(ctx, { kind: "code.paused", data: { n } });
const numbers = (received: readonly Received[]) => received.map(({ n }) => n);

test("a program gets each event once, signed with a secret that stays the same, also over restarts of all three", async () => {
  const project = await insertProject(app.ctx);
  const key = await insertApiKey(project.ctx, "secret_key", { scopes: ["events"] });
  const { file, lines, start } = prepare();
  const ports = { gatehouse: await freePort(), target: await freePort() };
  const target = `http://127.0.0.1:${ports.target}`;
  const url = `http://127.0.0.1:${ports.gatehouse}`;
  const secret = () => Object.values(JSON.parse(readFileSync(file, "utf8")) as Record<string, { secret: string }>)[0]?.secret ?? "";
  const { received, handle } = receiver(secret);
  await write(project, 0);
  let api = await serve(gatehouse, ports.gatehouse);
  let stop = start({ url, key, target });
  await expect.poll(() => lines.join()).toContain("signed with whsec_");
  // The program isn't there yet.
  await write(project, 1);
  await write(project, 2);
  await expect.poll(() => lines.join()).toContain("didn't answer");
  let program = await serve(handle, ports.target);
  await expect.poll(() => numbers(received)).toEqual([1, 2]);
  const firstSecret = secret();
  expect(statSync(file).mode & 0o777).toBe(0o600);

  await stop();
  await write(project, 3);
  program.stop();
  stop = start({ url, key, target });
  api.stop();
  await write(project, 4);
  program = await serve(handle, ports.target);
  api = await serve(gatehouse, ports.gatehouse);
  await expect.poll(() => numbers(received)).toEqual([1, 2, 3, 4]);
  expect(secret()).toBe(firstSecret);
  expect(readState(file, "another").secret).not.toBe(firstSecret);
  await stop();
});

test("a program's refusals are printed and not repeated, and missed events can be skipped", async () => {
  const project = await insertProject(app.ctx);
  const { lines, start, file } = prepare();
  const { url } = await serve(gatehouse);
  const secret = () => Object.values(JSON.parse(readFileSync(file, "utf8")) as Record<string, { secret: string }>)[0]?.secret ?? "";
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

test("someone with a wrong key, or a key that can't follow events, is told so at once", async () => {
  const project = await insertProject(app.ctx);
  const { file } = prepare();
  const { url } = await serve(gatehouse);
  const { signal } = new AbortController();
  for (const [key, message] of [
    [project.publicKey, /secret key/i],
    [await insertApiKey(project.ctx, "secret_key", { scopes: ["leads"] }), /scopes/],
  ] as const) {
    const error: unknown = await listen({ url, key, target: url, file, print: () => {}, signal }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ListenError);
    expect((error as Error).message).toMatch(message);
  }
});
