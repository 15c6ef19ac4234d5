import type { OpenApiDocument } from "@/contract/openapi";

/** The parts of a JSON schema that the reference shows. */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
};

export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };

type Operation = {
  operationId: string;
  parameters?: readonly (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: { "200": { content: { "application/json"?: { schema: Schema }; "text/html"?: unknown; "text/event-stream"?: unknown } } };
};

/** The request and response schemas of an operation. */
export type OperationSchemas = { path: Parameter[]; query: Parameter[]; body?: Schema; data: Schema; beside?: Schema };

/** Returns the schemas of every operation by operation id. */
export function schemasByOperation(document: OpenApiDocument): ReadonlyMap<string, OperationSchemas> {
  const operations = Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods as Record<string, Operation>));
  return new Map(
    operations.map(({ operationId, parameters = [], requestBody, responses }) => {
      const parameterList = parameters.filter((parameter): parameter is Parameter => "name" in parameter);
      return [
        operationId,
        {
          path: parameterList.filter((parameter) => parameter.in === "path"),
          query: parameterList.filter((parameter) => parameter.in === "query"),
          body: requestBody && Object.values(requestBody.content)[0]?.schema,
          data: responseData(responses["200"].content),
          beside: fieldsBeside(responses["200"].content),
        },
      ];
    }),
  );
}

function responseData(content: Operation["responses"]["200"]["content"]): Schema {
  if (content["text/event-stream"]) return { type: "Server-sent events" };
  return content["text/html"] ? { type: "HTML page" } : (content["application/json"]?.schema.properties?.data ?? {});
}

/** Returns the fields beside `data`, apart from those of every list, if there are some. */
function fieldsBeside(content: Operation["responses"]["200"]["content"]): Schema | undefined {
  const { success: _, data: __, nextCursor: ___, ...properties } = content["application/json"]?.schema.properties ?? {};
  return Object.keys(properties).length > 0 ? { properties } : undefined;
}

/** Returns the record schemas by name. */
export function recordSchemas(document: OpenApiDocument): [string, Schema][] {
  return Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>).filter(([name]) => !name.endsWith("Error"));
}
