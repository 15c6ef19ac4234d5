import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childEnvironment } from "@/lib/env";

type Result = { type: string; result: { value?: string }; exceptionDetails?: { text: string } };
type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

/** A browser that Playwright can't control. */
export type OtherBrowser = {
  evaluate: (expression: string) => Promise<unknown>;
  /** Opens a page and waits until it is loaded. */
  open: (url: string) => Promise<unknown>;
  clickAt: (point: { x: number; y: number }) => Promise<unknown>;
  type: (text: string) => Promise<unknown>;
  stop: () => Promise<void>;
};

/** Clicks and types with the actions of WebDriver, which `perform` performs on a device. */
export const inputActions = (perform: (device: string, actions: object[]) => Promise<unknown>): Pick<OtherBrowser, "clickAt" | "type"> => ({
  clickAt: (point) =>
    perform("pointer", [
      { type: "pointerMove", ...point },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ]),
  type: (text) =>
    perform(
      "key",
      [...text].flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value }))),
    ),
});

/** Starts an installed Firefox, which Playwright can't control, and controls it with WebDriver BiDi. */
export async function startFirefox(program: string): Promise<OtherBrowser> {
  const profile = mkdtempSync(join(tmpdir(), "gatehouse-firefox-"));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"];
  const browser = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"], env: childEnvironment({ HOME: profile }) });
  const exit = new Promise((resolve) => browser.once("exit", resolve));
  const socket = new WebSocket(await findUrl(browser.stderr));
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const waiting = new Map<number, Waiting>();
  socket.onmessage = ({ data }) => {
    const { id, type, result, message } = JSON.parse(data);
    if (type === "error") waiting.get(id)?.reject(new Error(message));
    else waiting.get(id)?.resolve(result);
  };
  let count = 0;
  const send = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.set(++count, { resolve, reject });
      socket.send(JSON.stringify({ id: count, method, params }));
    });
  await send("session.new", { capabilities: {} });
  const tree = (await send("browsingContext.getTree")) as { contexts: { context: string }[] };
  const context = tree.contexts[0]?.context;
  const evaluate = async (expression: string): Promise<unknown> => {
    const source = `(async () => JSON.stringify((await (${expression})) ?? null))()`;
    const reply = (await send("script.evaluate", { expression: source, target: { context }, awaitPromise: true })) as Result;
    if (reply.exceptionDetails) throw new Error(reply.exceptionDetails.text);
    return JSON.parse(reply.result.value ?? "null");
  };
  const perform = (type: string, actions: object[]) => send("input.performActions", { context, actions: [{ type, id: type, actions }] });
  return {
    evaluate,
    open: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    ...inputActions(perform),
    async stop() {
      browser.kill();
      await exit;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Reads from the output where Firefox listens. */
function findUrl(output: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  return new Promise((resolve) => {
    output.on("data", (chunk) => {
      text += chunk;
      const url = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1];
      if (url) resolve(`${url}/session`);
    });
  });
}
