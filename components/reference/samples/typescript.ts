import type { ClientCall } from "@/contract/client-calls";
import type { Endpoint } from "@/contract/endpoint";
import { literal, type Syntax } from "./literal";
import { type SampleRequest, sampleVariables } from "./request";

const syntax: Syntax = {
  indent: "  ",
  string: (text) => JSON.stringify(text),
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  null: "null",
  true: "true",
  false: "false",
  brackets: () => ["{ ", " }"],
  separator: ": ",
  emptyObject: "{}",
};

/** Returns a program in TypeScript: with the client, or with `fetch` where only a session is accepted. */
export const typescriptSample = (request: SampleRequest): string =>
  request.call ? clientSample(request, request.call) : fetchSample(request);

function clientSample({ endpoint, origin, upload, download, isStream }: SampleRequest, { name }: ClientCall): string {
  const call = `gatehouse.${name}(${callArguments(endpoint, upload).join(", ")})`;
  return [
    ...(upload ? ['import { createReadStream } from "node:fs";'] : []),
    ...(download ? ['import { writeFile } from "node:fs/promises";'] : []),
    'import { Gatehouse } from "@gatehouse/sdk";',
    "",
    `const gatehouse = new Gatehouse({ url: "${origin}", key: process.env.${sampleVariables.key} ?? "" });`,
    "",
    ...(download
      ? [`const response = await ${call};`, `await writeFile("${download}", response.body ?? "");`]
      : isStream
        ? [`const response = await ${call};`, "for await (const chunk of response.body ?? []) process.stdout.write(chunk);"]
        : [`const result = await ${call};`, "console.log(result);"]),
  ].join("\n");
}

/** The arguments of a call: parameters of the path, the file or the body, and the query. */
function callArguments({ query, body, example }: Endpoint, upload: string | undefined): string[] {
  const values = Object.entries(example.query ?? {}).map(([name, text]) => [name, queryValue(query?.shape[name], text)]);
  const hasBody = body !== undefined && Object.keys(body.shape).length > 0;
  const inputs = [
    ...(upload ? [`createReadStream("${upload}")`] : []),
    ...(hasBody && (example.body || values.length > 0) ? [literal(example.body ?? {}, syntax)] : []),
    ...(values.length > 0 ? [literal(Object.fromEntries(values), syntax)] : []),
  ];
  return [...Object.values(example.params ?? {}).map((text) => JSON.stringify(text)), ...inputs];
}

/** The value of a parameter of the query in its type: numbers and booleans are texts in a URL. */
function queryValue(schema: Endpoint["reply"] | undefined, text: string): unknown {
  const parsed = schema?.safeParse(text).data;
  return typeof parsed === "number" || typeof parsed === "boolean" ? parsed : text;
}

function fetchSample({ method, url, headers, body, upload, download }: SampleRequest): string {
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length > 0
      ? [
          "  headers: {",
          ...headers.map(({ name, value }) => {
            const text =
              value === "random key"
                ? "crypto.randomUUID()"
                : typeof value === "string"
                  ? JSON.stringify(value)
                  : value.before
                    ? `\`${value.before}\${process.env.${value.variable}}\``
                    : `process.env.${value.variable} ?? ""`;
            return `    ${syntax.key(name)}: ${text},`;
          }),
          "  },",
        ]
      : []),
    ...(body ? [`  body: JSON.stringify(${literal(body, syntax, 1)}),`] : []),
    ...(upload ? [`  body: await readFile("${upload}"),`] : []),
  ];
  const call = options.length > 0 ? `fetch("${url}", {\n${options.join("\n")}\n})` : `fetch("${url}")`;
  return [
    ...(upload ? ['import { readFile } from "node:fs/promises";', ""] : []),
    ...(download ? ['import { writeFile } from "node:fs/promises";', ""] : []),
    `const response = await ${call};`,
    download ? `await writeFile("${download}", await response.text());` : "console.log(await response.json());",
  ].join("\n");
}
