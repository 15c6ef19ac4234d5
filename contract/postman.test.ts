import { expect, test } from "vitest";
import * as z from "zod";
import { acceptsIdempotencyKey } from "./endpoint";
import { keyEndpoints } from "./openapi";
import { postmanCollection } from "./postman";

const collection = postmanCollection("https://codes.example.org");
const folders = collection.item;
const items = folders.flatMap(({ item }) => item);

const Text = z.strictObject({
  key: z.string().min(1),
  value: z.string(),
  description: z.string().optional(),
  disabled: z.literal(true).optional(),
});
const Auth = z.strictObject({
  type: z.literal("bearer"),
  bearer: z.tuple([
    z.strictObject({ key: z.literal("token"), value: z.enum(["{{secretKey}}", "{{publicKey}}"]), type: z.literal("string") }),
  ]),
});

/** What we use of https://schema.getpostman.com/json/collection/v2.1.0/collection.json. */
const Collection = z.strictObject({
  info: z.strictObject({
    name: z.string(),
    description: z.string(),
    schema: z.literal("https://schema.getpostman.com/json/collection/v2.1.0/collection.json"),
  }),
  auth: Auth,
  variable: z.array(z.strictObject({ key: z.string(), value: z.string(), type: z.literal("string") })),
  item: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string(),
      item: z.array(
        z.strictObject({
          name: z.string(),
          request: z.strictObject({
            auth: Auth.optional(),
            method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
            description: z.string(),
            header: z.array(z.strictObject({ key: z.string(), value: z.string() })),
            url: z.strictObject({
              raw: z.string().startsWith("{{baseUrl}}/api/"),
              host: z.tuple([z.literal("{{baseUrl}}")]),
              path: z.array(z.string().min(1)),
              query: z.array(Text),
              variable: z.array(Text),
            }),
            body: z
              .strictObject({
                mode: z.literal("raw"),
                raw: z.string(),
                options: z.strictObject({ raw: z.strictObject({ language: z.enum(["json", "text"]) }) }),
              })
              .optional(),
          }),
        }),
      ),
    }),
  ),
});

test("the collection has the format 2.1 of Postman, with the server that was asked", () => {
  expect(Collection.safeParse(JSON.parse(JSON.stringify(collection))).error).toBeUndefined();
  expect(collection.variable.map(({ key, value }) => [key, value])).toEqual([
    ["baseUrl", "https://codes.example.org"],
    ["secretKey", ""],
    ["publicKey", ""],
  ]);
});

test("the collection has every call of API keys, in the folder of its resource, with its example", () => {
  for (const { tag, summary, method, path, example, params, rawBody, ...rest } of Object.values(keyEndpoints())) {
    const endpoint = { method, path, ...rest };
    const request = folders.find(({ name }) => name === tag)?.item.find(({ name }) => name === summary)?.request;
    expect(request?.method, summary).toBe(method);
    expect(`/${request?.url.path.slice(1).join("/")}`).toBe(path);
    expect(Object.fromEntries(request?.url.variable.map(({ key, value }) => [key, value]) ?? [])).toEqual(example.params ?? {});
    const enabled = request?.url.query.filter(({ disabled }) => !disabled) ?? [];
    expect(Object.fromEntries(enabled.map(({ key, value }) => [key, value])), summary).toEqual(example.query ?? {});
    expect(request?.body?.raw, summary).toBe(rawBody?.example ?? (example.body && JSON.stringify(example.body, null, 2)));
    const headers = request?.header.map(({ key }) => key) ?? [];
    expect(headers.includes("Idempotency-Key"), summary).toBe(acceptsIdempotencyKey(endpoint) && !endpoint.isRead);
  }
});

test("what the public key can do is there with it, and lists are there as files", () => {
  const withPublicKey = items.filter(({ request }) => "auth" in request);
  expect(withPublicKey.map(({ request }) => request.url.raw)).toEqual(["{{baseUrl}}/api/leads/create", "{{baseUrl}}/api/codes/claim"]);
  expect(items.find(({ name }) => name === "List leads as a file")?.request.url.raw).toBe("{{baseUrl}}/api/files/leads?format=csv");
});
