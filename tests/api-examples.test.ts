import { expect, test } from "vitest";
import { endpoints } from "@/contract/index";
import { createCodeLinkToken } from "@/core/abuse-protection/link-token";
import { apiClient } from "./harness/api";
import { insertBatch, insertCode, insertLead, insertProject, type Project } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();

type Example = { params?: Record<string, string>; query?: Record<string, string>; body?: Record<string, unknown>; reply: unknown };

const getExample = (name: string): Example => {
  const example = endpoints[name]?.example;
  if (!example) throw new Error(`There is no endpoint ${name}`);
  return example as Example;
};

const code = "curious-pineapple";
const email = "ada@example.org";

/** Inserts the code of the examples. */
const insertExampleCode = async ({ ctx }: Project, reservedFor: string | null = email) =>
  insertCode(ctx, { text: code, reservedFor, batch: await insertBatch(ctx, { name: "Launch day" }) });

/** Creates the lead of the examples with the request of its own example. */
const createExampleLead = ({ secretKey }: Project) => apiClient(secretKey).post("/leads/create", getExample("createLead").body);

/** Prepares a project for the example request of each documented endpoint. Returns fields to replace in the request body. */
const preparations: Record<string, (project: Project) => Promise<Record<string, unknown>>> = {
  getCode: async (project) => {
    await insertExampleCode(project);
    return {};
  },
  claimCode: async (project) => {
    await createExampleLead(project);
    await insertExampleCode(project);
    return {};
  },
  generateCodes: async () => ({}),
  sendCode: async (project) => {
    await createExampleLead(project);
    await insertLead(project.ctx, { email: "grace@example.org" });
    await insertExampleCode(project, null);
    return {};
  },
  deleteCode: async (project) => {
    await insertExampleCode(project);
    return {};
  },
  exchangeToken: async (project) => {
    await createExampleLead(project);
    await insertExampleCode(project);
    const body = getExample("claimCode").body as { code: string; email: string };
    const linkToken = createCodeLinkToken(project.ctx.projectId, body);
    const { data } = await apiClient(project.secretKey).post("/codes/claim", { ...body, linkToken });
    return { claimToken: data.claimToken };
  },
  listLeads: async (project) => {
    await createExampleLead(project);
    return {};
  },
  getLead: async (project) => {
    await createExampleLead(project);
    return {};
  },
  createLead: async () => ({}),
  createLeads: async () => ({}),
  deleteLead: async (project) => {
    await createExampleLead(project);
    return {};
  },
};

const isoDateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const generatedFields = new Map([
  ["id", /^[0-9a-f-]{36}(?:-\d+)?$/],
  ["sendId", /^[0-9a-f-]{36}$/],
  ["claimToken", /^[0-9a-f]{24}$/],
  ["token", /^[0-9a-f]{24}$/],
  ["referralCode", /^[a-z0-9]{8}$/],
]);

/** Replaces values that the server generates with their form, so that two replies can be compared. `code` is generated only by `generateCodes`. */
function normalizeReply(value: unknown, generated: ReadonlyMap<string, RegExp>, field = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => normalizeReply(item, generated));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, normalizeReply(item, generated, name)]));
  if (typeof value !== "string") return value;
  if (isoDateTime.test(value)) return "a date-time";
  const pattern = generated.get(field);
  return pattern?.test(value) ? `a generated ${field}` : value;
}

test.each(Object.keys(preparations))("%s returns the reply of its example for the request of its example", async (name) => {
  const endpoint = endpoints[name];
  const { params = {}, query = {}, body, reply } = getExample(name);
  const project = await insertProject(app.ctx);
  const replacements = await preparations[name]?.(project);
  const path = (endpoint?.path ?? "").replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? ""));
  const search = new URLSearchParams(query).toString();

  const { status, data } = await apiClient(project.secretKey).call(endpoint?.method ?? "GET", search ? `${path}?${search}` : path, {
    body: body && { ...body, ...replacements },
  });

  expect(status).toBe(200);
  const generated = name === "generateCodes" ? new Map([...generatedFields, ["code", /^[a-z]+-[a-z]+$/] as const]) : generatedFields;
  expect(normalizeReply(data, generated)).toEqual(normalizeReply(reply, generated));
});
