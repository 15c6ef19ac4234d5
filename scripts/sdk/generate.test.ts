import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clientCalls } from "@/contract/client-calls";
import { acceptsKeys, endpointErrors, filePath } from "@/contract/endpoint";
import { endpoints } from "@/contract/index";
import { isRole } from "@/contract/roles";
import { Gatehouse } from "@/sdk/src/index";
import { GatehousePublic } from "@/sdk/src/public";
import { generateClient, generatedFolder } from "./generate";

test("the client is what the contract generates", () => {
  const instructions = "The client is outdated. Run `npm run openapi` and review the diff.";
  const files = generateClient();
  expect(readdirSync(generatedFolder).sort()).toEqual(Object.keys(files).sort());
  for (const [name, text] of Object.entries(files)) {
    expect(readFileSync(`${generatedFolder}/${name}`, "utf8") === text, `${name}: ${instructions}`).toBe(true);
  }
});

type Sent = { method: string; path: string };

/** Calls every method of a client that sends a request, with texts for whatever it takes. Returns the requests by the names of the calls. */
async function callAll(create: (fetch: typeof globalThis.fetch) => object): Promise<Map<string, Sent>> {
  const sent = new Map<string, Sent>();
  let current = "";
  const client = create(async (url, init) => {
    sent.set(current, { method: init?.method ?? "", path: new URL(String(url)).pathname.replace(/^\/api/, "") });
    return Response.json({ success: true, data: [] });
  });
  for (const [resource, calls] of Object.entries(client) as [string, Record<string, (...texts: string[]) => Promise<unknown>>][]) {
    const prototypes = [Object.getPrototypeOf(calls), Object.getPrototypeOf(Object.getPrototypeOf(calls))];
    const methods = new Set(prototypes.flatMap(Object.getOwnPropertyNames));
    for (const own of ["constructor", "follow", "verify", "request", "hasOwnProperty"]) methods.delete(own);
    for (const method of methods) {
      if (method in Object.prototype) continue;
      current = `${resource}.${method}`;
      await calls[method]?.("a", "b");
    }
  }
  return sent;
}

const expected = (isForPublic: boolean) =>
  Object.values(endpoints)
    .filter((endpoint) => (isForPublic ? endpoint.access.includes("public_key") : acceptsKeys(endpoint)))
    .flatMap(({ method, path, csv }) => [`${method} ${path}`, ...(csv ? [`${method} ${filePath(path)}`] : [])])
    .sort();

const fill = ({ method, path }: Sent) => `${method} ${path}`;
const filled = (calls: string[]) => calls.map((call) => call.replace(/:\w+/, "a").replace(/:\w+/, "b")).sort();

test("the client has a call for every endpoint that accepts a key, and sends its method and path", async () => {
  const options = { url: "https://codes.example.org", key: `sk_${"a".repeat(40)}` };
  const sent = await callAll((fetch) => new Gatehouse({ ...options, fetch }));
  expect([...sent.values()].map(fill).sort()).toEqual(filled(expected(false)));
  for (const { name, httpMethod, path } of clientCalls()) {
    expect(sent.get(name) && fill(sent.get(name) as Sent), name).toBe(filled([`${httpMethod} ${path}`])[0]);
  }
});

test("the public client has a call for every endpoint that accepts a public key", async () => {
  const options = { url: "https://codes.example.org", key: `pk_${"a".repeat(32)}` };
  const sent = await callAll((fetch) => new GatehousePublic({ ...options, fetch }));
  expect([...sent].map(([name, request]) => [name, fill(request)])).toEqual([
    ["leads.create", "POST /leads/create"],
    ["codes.claim", "POST /codes/claim"],
  ]);
  expect(expected(true)).toHaveLength(2);
});

test("calls are named as in the docs", () => {
  const names = Object.fromEntries(clientCalls().map(({ operationId, name }) => [operationId, name]));
  expect(names).toMatchObject({
    generateCodes: "codes.generate",
    getCode: "codes.get",
    claimCode: "codes.claim",
    sendCode: "codes.send",
    deleteCode: "codes.delete",
    listCodeClaims: "codes.listClaims",
    getLead: "leads.get",
    listLeadsFile: "leads.listFile",
    getLeadStats: "leads.getStats",
    exchangeToken: "claims.exchange",
    listWaitlist: "waitlist.list",
    createWave: "waves.create",
    getSend: "sends.get",
    uploadImport: "imports.create",
    downloadExport: "exports.download",
    readFeed: "events.readFeed",
    createWebhook: "webhooks.create",
    getAbuseProtection: "abuseProtection.get",
    updateBlockList: "blockList.update",
  });
  expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length);
  for (const name of Object.values(names)) expect(name).toMatch(/^[a-z][A-Za-z]+\.[a-z][A-Za-z]+$/);
});

test("the errors of each call are those that the endpoint returns to keys", () => {
  const text = readFileSync(`${generatedFolder}/errors.ts`, "utf8");
  const union = (name: string) =>
    [...(new RegExp(`^(?:export type |  ")${name}(?:":| =)([^;]*);$`, "m").exec(text)?.[1] ?? "").matchAll(/"(\w+)"|(\w+)/g)].flatMap(
      ([, error, shared]): string[] => (error ? [error] : shared ? union(shared) : []),
    );
  for (const { name, endpoint, kind } of clientCalls()) {
    const all = endpointErrors({ ...endpoint, access: endpoint.access.filter((access) => !isRole(access)) });
    const errors = all.filter((error) => kind === "write" || !error.startsWith("idempotency_"));
    expect(union(name.replace(".", "\\.")).sort(), name).toEqual([...new Set([...errors, "not_found", "method_not_allowed"])].sort());
  }
});
