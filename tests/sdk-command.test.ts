import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { formatTable } from "@/sdk/src/cli/terminal";
import { createClientProject } from "./harness/client-project";
import { insertCode, insertWaitlist, uniqueEmail, uniqueId } from "./harness/factories";
import { serveApi } from "./harness/http-api";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const url = await serveApi();
const project = createClientProject();
const cli = path.join(project.folder, "node_modules/@gatehouse/sdk/dist/cli.js");

type Outcome = { output: string; error: string; status: number };

/** Runs the command. Returns what it prints and its exit status. */
async function gatehouse(args: string[], variables: Record<string, string> = {}): Promise<Outcome> {
  const env = {
    ...process.env,
    GATEHOUSE_URL: url,
    GATEHOUSE_KEY: app.secretKey,
    XDG_CONFIG_HOME: path.join(project.folder, "none"),
    ...variables,
  };
  const child = execFile(process.execPath, [cli, ...args], { env, cwd: project.folder });
  child.stdin?.end();
  const [output, error, status] = await Promise.all([
    text(child.stdout as Readable),
    text(child.stderr as Readable),
    new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? -1))),
  ]);
  return { output, error, status };
}

const json = async (...args: string[]) => {
  const { output, error, status } = await gatehouse([...args, "--json"]);
  expect({ error, status }).toEqual({ error: "", status: 0 });
  return JSON.parse(output);
};

test("codes are generated, shown, and deleted once that is confirmed", async () => {
  const name = uniqueId();
  const codes = (await json("codes", "generate", "--amount", "2", "--name", name, "--allowed-claims", "3")) as { code: string }[];
  const [code = ""] = codes.map((each) => each.code);
  expect(codes).toEqual([1, 2].map(() => expect.objectContaining({ allowedClaims: 3, batch: expect.objectContaining({ name }) })));
  const shown = await gatehouse(["codes", "get", code]);
  expect(shown.output.split("\n").map((line) => line.trim().split(/ {2,}/))).toEqual([
    ["CODE", "STATUS", "CLAIMS", "RESERVED FOR", "VALID UNTIL"],
    [code, "active", "0/3"],
    [""],
  ]);
  expect(await gatehouse(["codes", "delete", code])).toMatchObject({
    output: "",
    status: 2,
    error: expect.stringContaining("Add --yes to confirm."),
  });
  expect(await json("codes", "delete", code, "--yes")).toMatchObject({ code });
  expect(await gatehouse(["codes", "get", code])).toEqual({ output: "", error: "This code doesn't exist.\n", status: 1 });
});

test("a code is sent to leads", async () => {
  const [code, email] = [await insertCode(app.ctx), uniqueEmail()];
  await json("leads", "add", email);
  expect(await json("codes", "send", code, email, "no-lead@example.org", "--yes")).toMatchObject({
    receivedLeads: 2,
    skipped: [{ email: "no-lead@example.org", reason: "not_a_lead" }],
  });
});

test("leads are added, listed, exported and imported", async () => {
  const tag = uniqueId();
  const emails = [1, 2, 3].map((number) => `${number}-${tag}@example.org`);
  for (const email of emails) await json("leads", "add", email, "--tag", tag, "--firstname", "Ada", "--lastname", "Lovelace");
  expect(((await json("leads", "list", "--tag", tag, "--limit", "2")) as { email: string }[]).map(({ email }) => email)).toEqual(
    emails.slice(1).reverse(),
  );
  const list = await gatehouse(["leads", "list", "--tag", tag]);
  expect(list.output).toContain("Lovelace");
  expect((await gatehouse(["leads", "list", "--tag", "no-such-tag"])).output).toBe("Nothing was found.\n");
  const exported = await gatehouse(["leads", "export", "--tag", tag, "--format", "ndjson"]);
  expect(exported.output.trim().split("\n")).toHaveLength(3);
  const file = path.join(project.folder, "leads.csv");
  writeFileSync(file, `Email\nnew-${tag}@example.org\n`);
  expect(await gatehouse(["leads", "import", file])).toMatchObject({
    status: 2,
    error: expect.stringContaining("New leads: 1, existing: 0, invalid rows: 0. Import the file?"),
  });
  expect(await json("leads", "import", file, "--yes")).toMatchObject({ status: "completed", result: { created: 1 } });
});

test("a table has nothing that changes the terminal", () => {
  expect(formatTable([{ name: "Ada\u001b[2J\u202e\nLovelace", tags: ["vip"], note: null }])).toBe(
    'NAME               TAGS     NOTE\nAda [2J  Lovelace  ["vip"]',
  );
});

test("the next in line are invited once that is confirmed", async () => {
  await insertWaitlist(app.ctx, 3);
  expect(await gatehouse(["waves", "invite", "2"])).toMatchObject({
    status: 2,
    error: expect.stringContaining("Invite the next 2 in line?"),
  });
  expect(await json("waves", "invite", "2", "--yes", "--name", "First")).toMatchObject({ name: "First", status: "sent" });
});

test("events are followed until the program is stopped", async () => {
  const env = { ...process.env, GATEHOUSE_URL: url, GATEHOUSE_KEY: app.secretKey };
  const child = spawn(process.execPath, [cli, "events", "follow", "--types", "lead.created", "--json"], { env });
  onTestFinished(() => void child.kill());
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  const email = uniqueEmail();
  await expect
    .poll(async () => {
      await json("leads", "add", uniqueEmail());
      return output;
    })
    .toContain("lead.created");
  await json("leads", "add", email);
  await expect.poll(() => output).toContain(email);
  for (const line of output.trim().split("\n")) expect(JSON.parse(line)).toMatchObject({ type: "lead.created" });
  child.kill("SIGINT");
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
});

test("events are sent to a program on this machine until the command is stopped", async () => {
  expect(await gatehouse(["listen"])).toMatchObject({ status: 2, error: "--forward is missing.\n" });
  const bodies: string[] = [];
  const program = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => program.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void program.close());
  const target = `http://127.0.0.1:${(program.address() as AddressInfo).port}/hooks`;
  const env = { ...process.env, GATEHOUSE_URL: url, GATEHOUSE_KEY: app.secretKey, XDG_CONFIG_HOME: path.join(project.folder, "listening") };
  const child = spawn(process.execPath, [cli, "listen", "--forward", target, "--types", "lead.created"], { env });
  onTestFinished(() => void child.kill());
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  await expect.poll(() => output).toContain(`Events of ${url} go to ${target}, signed with whsec_`);
  const email = uniqueEmail();
  await json("leads", "add", email);
  await expect.poll(() => output).toMatch(/lead\.created {2}\S+ {2}204 in \d+ ms/);
  expect(JSON.parse(bodies.at(-1) ?? "")).toMatchObject({ type: "lead.created", data: { email } });
  child.kill("SIGINT");
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
});

test("a saved key is readable by its user only, and isn't sent to another address", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-config-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { ...process.env, XDG_CONFIG_HOME: folder, GATEHOUSE_URL: "", GATEHOUSE_KEY: "" };
  const child = spawn(process.execPath, [cli, "login"], { env });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
  await expect.poll(() => printed).toContain("Where is Gatehouse?");
  child.stdin.write(`${url}\n`);
  await expect.poll(() => printed).toContain("Secret key");
  child.stdin.end(`${app.secretKey}\n`);
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
  expect(printed).not.toContain(app.secretKey);
  const file = path.join(folder, "gatehouse", "config.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ url, key: app.secretKey });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const saved = { XDG_CONFIG_HOME: folder, GATEHOUSE_URL: "", GATEHOUSE_KEY: "" };
  expect((await gatehouse(["leads", "list"], saved)).status).toBe(0);
  const elsewhere = await gatehouse(["leads", "list", "--url", "http://127.0.0.1:9"], saved);
  expect(elsewhere).toMatchObject({ status: 2, error: expect.stringContaining("There is no key.") });
});

test.each([
  [[], 0, /gatehouse codes generate/],
  [["codes", "generate", "--help"], 0, /--allowed-claims/],
  [["codes", "invent"], 2, /There is no command like this/],
  [["codes", "generate", "--amount", "many"], 2, /--amount must be a whole number/],
  [["codes", "generate", "--invented"], 2, /--invented/],
  [["codes", "get"], 2, /The code is missing/],
  [["leads", "add", "not an email"], 1, /email: must be a valid email/],
  [["leads", "import", "no-such-file.csv"], 1, /no-such-file\.csv/],
  [["leads", "list", "--url", "ftp://example.org"], 1, /`url` must be where Gatehouse is/],
] as const)("gatehouse %j ends with %i and says what to do", async (args, status, message) => {
  const outcome = await gatehouse([...args]);
  expect(outcome.status).toBe(status);
  expect(outcome.output + outcome.error).toMatch(message);
  expect(outcome.output + outcome.error).not.toMatch(/sk_\w|at file:/);
});

test("shells complete commands and options", async () => {
  const { output } = await gatehouse(["completion", "bash"]);
  const complete = async (...typed: string[]) => {
    const words = typed.map((word) => `'${word}'`).join(" ");
    const script = `${output}\nCOMP_WORDS=(gatehouse ${words}); COMP_CWORD=${typed.length}; _gatehouse; echo "\${COMPREPLY[@]}"`;
    return (await promisify(execFile)("bash", ["-c", script])).stdout.trim().split(" ");
  };
  expect(await complete("")).toEqual(["login", "codes", "leads", "waves", "events", "listen", "completion"]);
  expect(await complete("codes", "")).toEqual(["generate", "get", "send", "delete"]);
  expect(await complete("leads", "export", "--f")).toEqual(["--format"]);
  for (const shell of ["zsh", "fish"]) expect(await gatehouse(["completion", shell])).toMatchObject({ status: 0, error: "" });
  expect((await gatehouse(["completion", "cmd"])).status).toBe(2);
});
