import { type Endpoint, endpointErrors, filePath } from "@/contract/endpoint";
import { apiErrors } from "@/contract/errors";
import { accessSummary, type resources } from "@/contract/guide";
import { endpoints } from "@/contract/index";
import { openApiDocument } from "@/contract/openapi";
import { type Field, type OperationShapes, recordFields, shapesByOperation } from "./schema";

/** What the reference shows of an endpoint. */
export type OperationDocs = {
  id: string;
  summary: string;
  method: string;
  path: string;
  description?: string;
  access: string;
  aliases?: string;
  /** The path that returns the list as a file. */
  file?: string;
  shapes: OperationShapes;
  errors: readonly { name: string; status: number; message: string }[];
  commonErrors: readonly string[];
  /** The example of a response, as it is sent. */
  response: string;
};

export type Reference = { operations: ReadonlyMap<string, OperationDocs>; records: readonly [string, Field[]][] };

let reference: Reference | undefined;

/** Returns what the reference shows of all endpoints and records. */
export function getReference(): Reference {
  if (reference) return reference;
  const document = openApiDocument();
  const shapes = shapesByOperation(document);
  const operations = Object.entries(endpoints).flatMap(([id, endpoint]): [string, OperationDocs][] => {
    const operation = shapes.get(id);
    return operation ? [[id, describeOperation(id, endpoint, operation)]] : [];
  });
  reference = { operations: new Map(operations), records: recordFields(document) };
  return reference;
}

function describeOperation(id: string, endpoint: Endpoint, shapes: OperationShapes): OperationDocs {
  const { summary, method, path, description, aliases, csv, errors, html, eventStream, example } = endpoint;
  return {
    id,
    summary,
    method,
    path,
    ...(description && { description }),
    access: accessSummary(endpoint),
    ...(aliases && { aliases: aliases.map((alias) => `${alias.method} ${alias.path}`).join(", ") }),
    ...(csv && { file: `${method} ${filePath(path)}?format=csv` }),
    shapes,
    errors: errors.map((name) => ({ name, ...apiErrors[name] })),
    commonErrors: endpointErrors(endpoint).filter((name) => !errors.includes(name)),
    response:
      html || eventStream ? String(example.reply) : JSON.stringify({ success: true, data: example.reply, ...example.beside }, null, 2),
  };
}

/** The endpoints of a resource, by operation ID. */
export const resourceEndpoints = (resource: (typeof resources)[number]): [string, Endpoint][] =>
  Object.entries(endpoints).filter(([, endpoint]) => endpoint.tag === resource.title);
