import type { OpenApiDocument } from "@/contract/openapi";

/** What of a JSON schema the reference page shows. */
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
  requestBody?: { content: { "application/json": { schema: Schema } } };
  responses: { "200": { content: { "application/json"?: { schema: Schema }; "text/html"?: unknown } } };
};

/** What one operation takes and answers. */
export type Shapes = { path: Parameter[]; query: Parameter[]; body?: Schema; data: Schema };

/** The shapes of every operation by its name. */
export function operationShapes(document: OpenApiDocument): ReadonlyMap<string, Shapes> {
  const operations = Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods as Record<string, Operation>));
  return new Map(
    operations.map(({ operationId, parameters = [], requestBody, responses }) => {
      const parameterList = parameters.filter((parameter): parameter is Parameter => "name" in parameter);
      return [
        operationId,
        {
          path: parameterList.filter((parameter) => parameter.in === "path"),
          query: parameterList.filter((parameter) => parameter.in === "query"),
          body: requestBody?.content["application/json"].schema,
          data: responseData(responses["200"].content),
        },
      ];
    }),
  );
}

function responseData(content: Operation["responses"]["200"]["content"]): Schema {
  return content["text/html"] ? { type: "HTML page" } : (content["application/json"]?.schema.properties?.data ?? {});
}

/** The records that answers are made of, by name. */
export function recordSchemas(document: OpenApiDocument): [string, Schema][] {
  return Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>).filter(([name]) => name !== "Error");
}
