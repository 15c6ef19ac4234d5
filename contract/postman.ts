import type * as z from "zod";
import { apiVersion } from "./changelog";
import { acceptsIdempotencyKey, type Endpoint, filePath } from "./endpoint";
import { fileQuery, jsonQuery } from "./exports";
import { accessSummary, resources } from "./guide";
import { keyEndpoints } from "./openapi";

const bearer = (variable: string) => ({ type: "bearer", bearer: [{ key: "token", value: `{{${variable}}}`, type: "string" }] });

/** Creates a collection of what API keys can do, in the format 2.1 of Postman, with the server at `origin`. */
export function postmanCollection(origin: string) {
  const byTag = Map.groupBy(Object.values(keyEndpoints()), ({ tag }) => tag);
  return {
    info: {
      name: "Gatehouse",
      description: `Version ${apiVersion}. Set the variables \`secretKey\` and \`publicKey\` to your keys.`,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: bearer("secretKey"),
    variable: [
      { key: "baseUrl", value: origin, type: "string" },
      { key: "secretKey", value: "", type: "string" },
      { key: "publicKey", value: "", type: "string" },
    ],
    item: resources.flatMap(({ title, description }) => {
      const endpoints = byTag.get(title);
      return endpoints ? [{ name: title, description, item: endpoints.flatMap(requests) }] : [];
    }),
  };
}

/** The requests of an endpoint: with each kind of key, and for its list as a file. */
function requests(endpoint: Endpoint) {
  const { summary, path, csv, access, example } = endpoint;
  const query = jsonQuery(endpoint);
  const file = { ...endpoint, path: filePath(path), example: { ...example, query: { format: "csv" } } };
  return [
    { name: summary, request: request(endpoint, query) },
    ...(access.includes("public_key")
      ? [{ name: `${summary} with the public key`, request: { auth: bearer("publicKey"), ...request(endpoint, query) } }]
      : []),
    ...(csv ? [{ name: `${summary} as a file`, request: request(file, fileQuery(endpoint)) }] : []),
  ];
}

function request(endpoint: Endpoint, query: z.ZodObject | undefined) {
  const { method, path, description, params, rawBody, example } = endpoint;
  const segments = ["api", ...path.slice(1).split("/")];
  const parameters = Object.entries(query?.shape ?? {}).map(([key, schema]) => {
    const value = example.query?.[key];
    return { key, value: value ?? "", ...withDescription(schema), ...(value === undefined && { disabled: true }) };
  });
  const sent = new URLSearchParams(example.query).toString();
  const text = rawBody?.example ?? (example.body && JSON.stringify(example.body, null, 2));
  const contentType = rawBody?.contentType ?? "application/json";
  return {
    method,
    description: [description, accessSummary(endpoint)].filter(Boolean).join("\n\n"),
    header: [
      ...(text === undefined ? [] : [{ key: "Content-Type", value: contentType }]),
      ...(acceptsIdempotencyKey(endpoint) && !endpoint.isRead ? [{ key: "Idempotency-Key", value: "{{$guid}}" }] : []),
    ],
    url: {
      raw: `{{baseUrl}}/${segments.join("/")}${sent && `?${sent}`}`,
      host: ["{{baseUrl}}"],
      path: segments,
      query: parameters,
      variable: Object.entries(params?.shape ?? {}).map(([key, schema]) => ({
        key,
        value: example.params?.[key] ?? "",
        ...withDescription(schema),
      })),
    },
    ...(text !== undefined && {
      body: { mode: "raw", raw: text, options: { raw: { language: contentType === "application/json" ? "json" : "text" } } },
    }),
  };
}

function withDescription(schema: z.ZodType): { description?: string } {
  const description = schema.meta()?.description;
  return description === undefined ? {} : { description };
}
