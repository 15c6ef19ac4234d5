import { spawn } from "node:child_process";
import { childEnvironment } from "@/lib/env";
import { freePort } from "@/lib/ports";
import { inputActions, type OtherBrowser } from "./firefox";

/** Starts an installed WebKit on a screen of its own, and controls it with WebDriver. Playwright only controls a WebKit of its own. */
export async function startWebKit(): Promise<OtherBrowser> {
  const port = await freePort();
  // In a group of its own, which has the screen and the browser as well.
  const driver = spawn("xvfb-run", ["-a", "WebKitWebDriver", `--port=${port}`], {
    detached: true,
    stdio: "ignore",
    env: childEnvironment({}),
  });
  const exit = new Promise((resolve) => driver.once("exit", resolve));
  const request = async (method: "GET" | "POST" | "DELETE", path: string, body?: object) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: { sessionId: string; error?: string; message?: string } & string };
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const isReady = () =>
    request("GET", "/status").then(
      () => true,
      () => false,
    );
  for (let attempt = 0; attempt < 50 && !(await isReady()); attempt++) await new Promise((resolve) => setTimeout(resolve, 100));
  const session = `/session/${(await request("POST", "/session", { capabilities: {} })).sessionId}`;
  const perform = (type: string, actions: object[]) => request("POST", `${session}/actions`, { actions: [{ type, id: type, actions }] });
  return {
    async evaluate(expression) {
      const script = `return (async () => JSON.stringify((await (${expression})) ?? null))()`;
      return JSON.parse(await request("POST", `${session}/execute/sync`, { script, args: [] }));
    },
    open: (url) => request("POST", `${session}/url`, { url }),
    ...inputActions(perform),
    async stop() {
      await request("DELETE", session).catch(() => {});
      if (driver.pid) process.kill(-driver.pid);
      await exit;
    },
  };
}
