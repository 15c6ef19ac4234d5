import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { chromium } from "@playwright/test";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWebhook } from "@/core/webhooks/settings";
import { childEnvironment } from "@/lib/env";
import { freePort } from "@/lib/ports";
import { findChromium } from "@/scripts/chromium";
import { apiClient } from "./harness/api";
import { createClientProject } from "./harness/client-project";
import { insertCode, insertProject, type Project, uniqueEmail } from "./harness/factories";
import { serveApi } from "./harness/http-api";
import { findGlobalPackage, isInstalled } from "./harness/installed";
import { outages, startConnection } from "./harness/outages";
import { createTestApp } from "./harness/test-app";
import { startWorker, waitUntil } from "./harness/worker";

const app = await createTestApp();
const api = await serveApi();
const clientProject = createClientProject();

type Start = { program: string; args: string[]; prepare?: (folder: string, variables: Record<string, string>) => Promise<void> | void };

/** How each server is started in its folder, what it needs, and how to get that. */
const servers: Record<string, Start & { isMissing?: boolean; install?: string }> = {
  node: { program: process.execPath, args: ["server.js"] },
  express: {
    program: process.execPath,
    args: ["server.js"],
    isMissing: findGlobalPackage("express") === null,
    install: "npm install --global express",
    prepare: () => linkPackages({ express: findGlobalPackage("express") ?? "" }),
  },
  python: { program: "python3", args: ["server.py"] },
  php: { program: "php", args: ["-S", "127.0.0.1:PORT", "server.php"], isMissing: !isInstalled("php"), install: "apt-get install php-cli" },
  ruby: {
    program: "ruby",
    args: ["server.rb"],
    isMissing: !isInstalled("ruby") || !hasRubyLibrary("webrick"),
    install: "apt-get install ruby ruby-webrick",
  },
  go: {
    program: "./example",
    args: [],
    isMissing: !isInstalled("go"),
    install: "apt-get install golang-go",
    prepare: (folder) =>
      void execFileSync("go", ["build", "-o", "example", "."], {
        cwd: folder,
        env: childEnvironment({ HOME: clientProject.folder }),
      }),
  },
  nextjs: {
    program: process.execPath,
    args: [path.resolve("node_modules/next/dist/bin/next"), "start", "--port", "PORT", "--hostname", "127.0.0.1"],
    prepare: (folder) => {
      linkPackages({ next: "next", react: "react", "react-dom": "react-dom" });
      writeFileSync(path.join(folder, "next.config.js"), "export default { outputFileTracingRoot: import.meta.dirname };\n");
      writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }\n');
      const env = childEnvironment({ NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
      execFileSync(process.execPath, [path.resolve("node_modules/next/dist/bin/next"), "build", "--webpack"], { cwd: folder, env });
    },
  },
  hono: {
    program: "workerd",
    args: ["serve", "config.capnp"],
    isMissing: !isInstalled("workerd") || findGlobalPackage("hono") === null,
    install: "npm install --global workerd hono",
    prepare: async (folder, variables) => {
      linkPackages({ hono: findGlobalPackage("hono") ?? "" });
      const outfile = path.join(folder, "bundle.js");
      await build({ entryPoints: [path.join(folder, "worker.js")], outfile, bundle: true, format: "esm", conditions: ["workerd"] });
      writeFileSync(path.join(folder, "config.capnp"), workerConfig(variables));
    },
  },
};

function hasRubyLibrary(name: string): boolean {
  try {
    return execFileSync("ruby", ["-e", `require "${name}"`]).length === 0;
  } catch {
    return false;
  }
}

/** Links packages, by the names that examples import. */
function linkPackages(packages: Readonly<Record<string, string>>): void {
  for (const [name, folder] of Object.entries(packages))
    symlinkSync(path.resolve("node_modules", folder), path.join(clientProject.folder, "node_modules", name));
}

const workerConfig = ({ PORT, ...variables }: Record<string, string>) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "bundle.js", esModule = embed "bundle.js")], compatibilityDate = "2026-01-01",
      bindings = [${Object.entries(variables).map(([name, text]) => `(name = "${name}", text = "${text}")`)}])),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${PORT}", http = (), service = "main")],
);`;

type Example = Project & {
  url: string;
  connection: Awaited<ReturnType<typeof startConnection>>;
  post(route: string, body: unknown, headers?: Record<string, string>): Promise<{ status: number; message: string }>;
  countAccounts(): Promise<number>;
};

/** Starts a server with a project of its own. It reaches Gatehouse through a connection that can break. */
async function startExample(name: string, key?: string): Promise<Example> {
  const { program, args, prepare } = servers[name] as Start;
  const project = await insertProject(app.ctx);
  const connection = await startConnection(api);
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const { secret } = await createWebhook(project.ctx, { url: `${url}/hooks`, events: ["code.deleted"] });
  const variables = { GATEHOUSE: connection.url, KEY: key ?? project.secretKey, WEBHOOK_SECRET: secret, PORT: port };
  const folder = path.join(clientProject.folder, `${name}-${port}`);
  cpSync(path.join("examples", name), folder, { recursive: true });
  await prepare?.(folder, variables);
  const child = spawn(
    program,
    args.map((argument) => argument.replace("PORT", port)),
    {
      cwd: folder,
      env: childEnvironment({ ...variables, NODE_ENV: "production", NODE_NO_WARNINGS: "1" }),
      stdio: "ignore",
    },
  );
  children.add(child);
  const post: Example["post"] = async (route, body, headers = {}) => {
    const response = await fetch(url + route, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, message: ((await response.json()) as { message: string }).message };
  };
  const countAccounts = async () => Number(((await (await fetch(`${url}/accounts`)).json()) as { message: string }).message);
  await waitUntil("the example answers", () =>
    countAccounts().then(
      () => true,
      () => false,
    ),
  );
  return { ...project, url, connection, post, countAccounts };
}

const children = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of children) {
    const exit = child.exitCode === null ? once(child, "exit") : null;
    child.kill("SIGKILL");
    await exit;
  }
});

const welcome = { status: 200, message: "Welcome!" };
const away = { status: 503, message: "You can't sign up at the moment. Try again in a few minutes." };

for (const [name, { isMissing, install }] of Object.entries(servers))
  if (isMissing) console.warn(`The example ${name} wasn't run: ${install}`);

beforeAll(() => startWorker({ url: app.url }));

describe.each(Object.entries(servers).filter(([, { isMissing }]) => !isMissing))("the example %s", (name) => {
  let example: Example;
  beforeAll(async () => {
    example = await startExample(name);
  }, 300_000);

  test("creates an account for a code, once, and tells everyone else why it doesn't", async () => {
    const { ctx, post, countAccounts } = example;
    const before = await countAccounts();
    const code = await insertCode(ctx);
    const email = uniqueEmail();
    expect(await post("/sign-up", { code: code.toUpperCase(), email })).toEqual(welcome);
    expect(await post("/sign-up", { code, email })).toEqual(welcome);
    expect(await post("/sign-up", { code, email: uniqueEmail() })).toEqual({ status: 422, message: "That code has no claims left." });
    expect(await post("/sign-up", { code: "no-such-code", email: uniqueEmail() })).toEqual({
      status: 422,
      message: "This code doesn't exist.",
    });
    const spare = await insertCode(ctx, { allowedClaims: 9 });
    expect(await post("/sign-up", { code: spare, email: "ada" })).toEqual({ status: 422, message: "Enter a valid email address." });
    for (const body of [{ code: spare }, { email }, {}, [], "", "{", "null", { code: { $ne: 1 }, email: [email] }])
      expect((await post("/sign-up", body)).status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
    expect(await countAccounts()).toBe(before + 1);
    expect((await apiClient(example.secretKey).get("/claims")).data).toHaveLength(1);
  });

  test("exchanges the token of a claim, once, and only for its own pages", async () => {
    const { ctx, publicKey, post, countAccounts } = example;
    const before = await countAccounts();
    const { data } = await apiClient(publicKey).post("/codes/claim", { code: await insertCode(ctx), email: uniqueEmail() });
    const { claimToken } = data as { claimToken: string };
    expect((await post("/exchange", { claimToken }, { "content-type": "text/plain" })).status).toBe(415);
    expect(await post("/exchange", { claimToken })).toEqual(welcome);
    expect((await post("/exchange", { claimToken })).status).toBe(422);
    for (const body of [{}, { claimToken: "made-up" }, "{"]) expect((await post("/exchange", body)).status).toBeGreaterThanOrEqual(400);
    expect(await countAccounts()).toBe(before + 1);
  });

  test("removes the accounts of a code that is deleted, and believes no one but Gatehouse", async () => {
    const { ctx, post, countAccounts, secretKey } = example;
    const before = await countAccounts();
    const code = await insertCode(ctx, { allowedClaims: 2 });
    for (let person = 0; person < 2; person++) expect(await post("/sign-up", { code, email: uniqueEmail() })).toEqual(welcome);
    const { data: record } = await apiClient(secretKey).get(`/codes/${code}`);
    const event = { id: "1", type: "code.deleted", data: { id: (record as { id: string }).id, deleted: true } };
    const now = String(Math.floor(Date.now() / 1000));
    const forged = {
      "webhook-id": "1",
      "webhook-timestamp": now,
      "webhook-signature": `v1,${Buffer.from("not a signature").toString("base64")}`,
    };
    for (const headers of [{}, forged, { ...forged, "webhook-signature": "" }, { ...forged, "webhook-timestamp": "soon" }])
      expect((await post("/hooks", event, headers as Record<string, string>)).status).toBeGreaterThanOrEqual(401);
    expect(await countAccounts()).toBe(before + 2);
    expect((await apiClient(secretKey).post("/codes/delete", { code })).status).toBe(200);
    await waitUntil("the accounts are removed", async () => (await countAccounts()) === before);
    expect(await post("/sign-up", { code, email: uniqueEmail() })).toMatchObject({ status: 422 });
  });

  test("creates no account while Gatehouse is away, and says so", { timeout: 300_000 }, async () => {
    const { ctx, connection, publicKey, post, countAccounts } = example;
    const before = await countAccounts();
    const code = await insertCode(ctx, { allowedClaims: 99 });
    for (const outage of outages) {
      const { data } = await apiClient(publicKey).post("/codes/claim", { code, email: uniqueEmail() });
      connection.outage = outage;
      expect(await post("/sign-up", { code, email: uniqueEmail() }), outage).toEqual(away);
      expect(await post("/exchange", { claimToken: (data as { claimToken: string }).claimToken }), outage).toEqual(away);
      connection.outage = null;
    }
    expect(await countAccounts()).toBe(before);
    expect(await post("/sign-up", { code, email: uniqueEmail() })).toEqual(welcome);
  });
});

test("no server creates an account with a key that Gatehouse refuses", async () => {
  const example = await startExample("node", "sk_wrong");
  expect(await example.post("/sign-up", { code: await insertCode(example.ctx), email: uniqueEmail() })).toEqual(away);
  expect(await example.countAccounts()).toBe(0);
});

test("the example in plain HTML claims with the public key, and its server creates the account", async () => {
  const example = await startExample("node");
  const html = readFileSync("examples/html/index.html", "utf8")
    .replace("http://localhost:3000/api", `${api}/api`)
    .replace("pk_…", example.publicKey);
  const site = createServer(async (request, response) => {
    if (request.method === "GET") return response.writeHead(200, { "content-type": "text/html" }).end(html);
    let body = "";
    for await (const chunk of request) body += chunk;
    const answer = await example.post(request.url ?? "", body, { "content-type": request.headers["content-type"] ?? "" });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  const port = await freePort();
  await once(site.listen(port, "127.0.0.1"), "listening");
  const browser = await chromium.launch({ executablePath: findChromium() });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}`);
    const code = await insertCode(example.ctx);
    const signUp = async (email: string) => {
      await page.getByLabel("Code").fill(code);
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Sign up" }).click();
      return waitUntil("an answer", () => page.getByRole("status").textContent());
    };
    expect(await signUp(uniqueEmail())).toBe("Welcome!");
    expect(await example.countAccounts()).toBe(1);
    expect(await signUp(uniqueEmail())).toBe("That code has no claims left.");
    await page.route("**/codes/claim", (route) => route.abort());
    expect(await signUp(uniqueEmail())).toBe(away.message);
    expect(await example.countAccounts()).toBe(1);
  } finally {
    await browser.close();
    site.closeAllConnections();
    site.close();
  }
});

test("no example has a file of 80 lines or more", () => {
  for (const file of globSync("examples/**/*.{js,py,php,rb,go,html}"))
    expect(readFileSync(file, "utf8").split("\n").length, file).toBeLessThanOrEqual(80);
});
