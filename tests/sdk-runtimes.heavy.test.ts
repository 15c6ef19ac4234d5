import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "@/lib/ports";
import { clientScenario, createClientProject } from "./harness/client-project";
import { serveApi } from "./harness/http-api";
import { isInstalled } from "./harness/installed";
import { createTestApp } from "./harness/test-app";
import { waitUntil } from "./harness/worker";

const app = await createTestApp();
const url = await serveApi();
const project = createClientProject();

const connects = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });

test.skipIf(!isInstalled("bun")).each(["server.mjs", "server.cjs"])("an app does everything on Bun with %s", async (file) => {
  const output = await project.run("bun", [file], { SCENARIO: JSON.stringify(clientScenario(app, url)) });
  expect(JSON.parse(output)).toHaveLength(15);
});

test.skipIf(!isInstalled("deno"))("an app does everything on Deno", async () => {
  const options = ["run", "--allow-env", "--allow-net", "--allow-read", "--node-modules-dir=manual", "--quiet"];
  const output = await project.run("deno", [...options, "server.mjs"], { SCENARIO: JSON.stringify(clientScenario(app, url)) });
  expect(JSON.parse(output)).toHaveLength(15);
});

test.skipIf(!isInstalled("workerd"))("an app does everything on the runtime of Cloudflare Workers", async () => {
  await build({
    stdin: {
      contents: `import * as sdk from "@gatehouse/sdk";
import { runOnServer } from "./scenario.mjs";
export default {
  fetch: async (request) => new Response(await runOnServer(sdk, await request.json()).then(JSON.stringify, (error) => error.stack)),
};`,
      resolveDir: project.folder,
    },
    outfile: path.join(project.folder, "worker.js"),
    bundle: true,
    format: "esm",
    conditions: ["workerd"],
  });
  const port = await freePort();
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "worker.js", esModule = embed "worker.js")], compatibilityDate = "2026-01-01")),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);`;
  writeFileSync(path.join(project.folder, "config.capnp"), config);
  const worker = spawn("workerd", ["serve", "config.capnp"], { cwd: project.folder, stdio: "inherit" });
  onTestFinished(() => void worker.kill());
  await waitUntil("the runtime accepts connections", () => connects(port));
  const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: JSON.stringify(clientScenario(app, url)) });
  expect(JSON.parse(await response.text())).toHaveLength(15);
});
