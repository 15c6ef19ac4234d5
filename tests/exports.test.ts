import { sql } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import type { z } from "zod";
import { toJSONSchema } from "zod";
import { type CsvExport, exportColumns } from "@/contract/export-columns";
import { endpoints } from "@/contract/index";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { exportContentTypes } from "@/core/exports/file-formats";
import { updateLead } from "@/core/leads/update";
import { queueAutomaticEmail } from "@/core/sends/queue-automatic-email";
import { addSuppression } from "@/core/suppressions/add";
import { apiClient, callRoute } from "./harness/api";
import { insertCode, insertLead, uniqueEmail } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx, secretKey } = await createTestApp();
const api = apiClient(secretKey);

const code = await insertCode(ctx, { type: "numeric", allowedClaims: 3, claimedBy: [uniqueEmail()] });
const lead = await insertLead(ctx, { firstname: "=1+1", onWaitlist: true });
const send = await sendCode(ctx, { code: normalizeCode(code), emails: [lead] });
await queueAutomaticEmail(ctx, lead, "joined");
await addSuppression(ctx, { email: uniqueEmail() });
const { data: imported } = await api.post("/imports", `Email\n${uniqueEmail()}`);

const exportedLists = Object.values(endpoints).flatMap(({ method, path, csv, reply }) =>
  csv === undefined
    ? []
    : [
        {
          call: `${method} ${path}`,
          method,
          // Every export is an event, too.
          path: `${path.replace(":id", path.startsWith("/imports/") ? imported.id : send.sendId)}?${path === "/events" ? "kind=code.sent&" : ""}`,
          csv: csv as CsvExport,
          reply: reply as z.ZodType,
        },
      ],
);
/** The columns that aren't those of the endpoint. */
const addedTitles: Record<string, string[]> = {
  "GET /imports/:id/rows": ["Email"],
  "GET /leads": ["Position"],
  "POST /leads/lookup": ["Position"],
};
const bodies: Record<string, object> = { "POST /codes/lookup": { codes: [code] }, "POST /leads/lookup": { emails: [lead] } };

test.each(exportedLists)("$call returns an Excel file with the rows and columns of its CSV file", async ({ call, method, path, csv }) => {
  const body = bodies[call];
  const { data } = await (body ? api.post(path, body) : api.get(path));
  const response = await callRoute(method, `${path}format=xlsx`, { key: secretKey, ...(body && { body }) });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "content-disposition": `attachment; filename="${csv.name}.xlsx"`,
  });
  const { sheets } = await readXlsx(Buffer.from(await response.arrayBuffer()));
  const columns = exportColumns(csv);
  const toCell = (cell: unknown) => (cell === null || cell === undefined ? "" : cell);
  const [titles = [], ...rows] = sheets[0]?.rows ?? [];
  expect(titles).toEqual([...columns.map(({ title }) => title), ...(addedTitles[call] ?? [])]);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map((row) => columns.map((_, index) => toCell(row[index])))).toEqual(
    data.map((item: unknown) => columns.map(({ cell }) => toCell(cell(item as never)))),
  );
  const text = await (await callRoute(method, `${path}format=csv`, { key: secretKey, ...(body && { body }) })).text();
  expect(text.trimEnd().split("\r\n")).toHaveLength(rows.length + 1);
});

test.each(exportedLists)("$call returns the same files under /files, which returns nothing else", async ({ call, method, path, csv }) => {
  const body = bodies[call];
  const options = { key: secretKey, ...(body && { body }) };
  for (const [format, contentType] of Object.entries(exportContentTypes)) {
    const response = await callRoute(method, `/files${path}format=${format}`, options);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": contentType,
      "content-disposition": `attachment; filename="${csv.name}.${format}"`,
    });
    const file = await response.arrayBuffer();
    if (format === "ndjson") expect(file).toEqual(await (await callRoute(method, `${path}format=ndjson`, options)).arrayBuffer());
  }
  const formats = { format: ["must be one of csv, xlsx, ndjson"] };
  expect(await api.call(method, `/files${path}`, { body })).toMatchObject({
    status: 400,
    error: "invalid_input",
    fields: { format: ["is required"] },
  });
  expect(await api.call(method, `/files${path}format=json`, { body })).toMatchObject({ fields: formats });
  expect(await api.call(method, `/files${path}format=csv&limit=1`, { body })).toMatchObject({
    fields: { limit: ["is not a valid field"] },
  });
  const other = await api.call("DELETE", `/files${path}`);
  expect(other).toMatchObject({ error: "method_not_allowed" });
  expect(other.headers.get("allow")).toBe(method === "GET" ? "GET, HEAD" : method);
});

test.each(exportedLists)(
  "$call returns an NDJSON file with the records of the API, or the chosen columns",
  async ({ call, method, path, csv, reply }) => {
    const body = bodies[call];
    const get = async (query: string) => {
      const response = await callRoute(method, `${path}format=ndjson${query}`, { key: secretKey, ...(body && { body }) });
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "application/x-ndjson; charset=utf-8",
        "content-disposition": `attachment; filename="${csv.name}.ndjson"`,
      });
      return (await response.text())
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    };
    const { data } = await (body ? api.post(path, body) : api.get(path));
    const records = await get("");
    expect(records).toEqual(data);
    expect(reply.parse(records)).toEqual(records);
    const columns = exportColumns(csv).slice(-2).reverse();
    for (const names of [columns.map(({ name }) => name), columns.map(({ name, olderName = name }) => olderName)])
      expect((await get(`&columns=${names.join(",")}`)).map((line) => Object.entries(line))).toEqual(
        data.map((item: unknown) => columns.map(({ cell }, index) => [names[index], cell(item as never)])),
      );
  },
);

/** Columns of files that aren't fields of the records, with the reason. */
const computedColumns: Record<string, string> = {
  referrals: "How many leads `referredLeads` has, because a cell can't have a list.",
  position: "Computed for files of leads. The waitlist's records have it.",
};

type Schema = {
  enum?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  items?: Schema;
  anyOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
};

/** Whether records of a schema can have a value at a path, such as `lastEmail.status`. */
function hasPath(root: Schema, path: readonly string[], schema = root): boolean {
  const [name, ...rest] = path;
  if (schema.$ref) return hasPath(root, path, root.$defs?.[schema.$ref.replace("#/$defs/", "")]);
  if (name === undefined) return true;
  const inner = schema.properties?.[name] ?? schema.additionalProperties ?? schema.items;
  return (inner !== undefined && hasPath(root, rest, inner)) || (schema.anyOf ?? []).some((each) => hasPath(root, path, each));
}

test.each(exportedLists)("$call has its columns under the names of its records' fields, also in the first row", async (list) => {
  const { call, method, path, csv, reply } = list;
  const schema = toJSONSchema(reply, { io: "output", unrepresentable: "any" }) as Schema;
  const body = bodies[call];
  const response = await callRoute(method, `/files${path}format=csv&header=names`, { key: secretKey, ...(body && { body }) });
  const names = (await response.text()).replace("\uFEFF", "").split("\r\n", 1)[0]?.split(",") ?? [];
  expect(names.slice(0, exportColumns(csv).length)).toEqual(exportColumns(csv).map(({ name }) => name));
  for (const name of names) expect(name in computedColumns || hasPath(schema, ["0", ...name.split(".")]), name).toBe(true);
});

test("lists are sorted by the names of their records' fields, or by older ones", async () => {
  for (const { path, query, reply } of Object.values(endpoints)) {
    const accepted = query && (toJSONSchema(query, { io: "input", unrepresentable: "any" }) as Schema).properties?.sort?.enum;
    const record = toJSONSchema(reply as z.ZodType, { io: "output", unrepresentable: "any" }) as Schema;
    const fields = accepted?.filter((name) => hasPath(record, ["0", name])) ?? [];
    expect(accepted?.filter((name) => !fields.includes(name) && !fields.includes(`${name}At`)) ?? [], path).toEqual([]);
  }
  const [byField, byOlderName] = [await api.get("/leads?sort=createdAt&order=asc"), await api.get("/leads?sort=created&order=asc")];
  expect(byField.data).toEqual(byOlderName.data);
  expect(byField.data.length).toBeGreaterThan(1);
});

test("every column is found by its name and by its older one, which is never the name of another", () => {
  for (const { call, csv } of exportedLists) {
    const names = exportColumns(csv).map(({ name }) => name);
    const olderNames = exportColumns(csv).flatMap(({ olderName = [] }) => olderName);
    expect([...names, ...olderNames], call).toEqual([...new Set([...names, ...olderNames])]);
    for (const name of olderNames) expect(name, call).toMatch(/^[a-z][a-zA-Z0-9]*$/);
  }
});

test("the columns of answers have the keys of their questions", async () => {
  const question = { key: "company", label: "Company, if any", type: "text" };
  await ctx.db.execute(sql`update projects set questions = ${JSON.stringify([question])}::jsonb where id = ${ctx.projectId}`);
  await updateLead(ctx, lead, { fields: { company: "Acme" } });
  for (const name of ["fields.company", "field.company"]) {
    const text = await (await callRoute("GET", `/leads?format=csv&columns=${name},email&q=lead`, { key: secretKey })).text();
    expect(text).toContain(`"Company, if any",Email\r\n`);
    expect(text).toContain(`Acme,${lead}\r\n`);
  }
});

test.each([
  ["format=csv&columns=email,first_names", 'includes "first_names", which isn\'t a column of this list. Did you mean firstname?'],
  ["format=ndjson&columns=Email,email", "must not name a column twice"],
  ["format=xlsx&columns=email,,notes", "must be names of columns, separated by commas"],
  ["format=csv&columns=", "must be names of columns, separated by commas"],
  ["columns=email", "needs `format` csv, xlsx or ndjson"],
  ["format=json&columns=email", "needs `format` csv, xlsx or ndjson"],
])("the columns of a file are rejected in the query %s", async (query, problem) => {
  expect(await api.get(`/leads?${query}`)).toMatchObject({ status: 400, error: "invalid_input", fields: { columns: [problem] } });
});

test.each(["format=ndjson", "format=json"])("the header of %s, which has none, is rejected", async (query) => {
  const fields = { header: ["needs `format` csv or xlsx"] };
  expect(await api.get(`/leads?${query}&header=names`)).toMatchObject({ status: 400, error: "invalid_input", fields });
});

test("codes are plain text in CSV files, and what strangers typed is neutralized", async () => {
  const codes = await (await callRoute("GET", "/codes?format=csv", { key: secretKey })).text();
  expect(codes).toContain(`\r\n${code},`);
  const leads = await (await callRoute("GET", "/leads?format=csv&q=lead", { key: secretKey })).text();
  expect(leads).toContain(",'=1+1,");
});

test("an unknown format is rejected", async () => {
  expect(await api.get("/codes?format=ods")).toMatchObject({ status: 400, fields: { format: ["must be json, csv, xlsx or ndjson"] } });
});
