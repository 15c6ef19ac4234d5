import * as batches from "./batches";
import * as claims from "./claims";
import * as codes from "./codes";
import type { Endpoint } from "./endpoint";
import * as events from "./events";
import * as health from "./health";
import * as leads from "./leads";
import * as sends from "./sends";

const modules = { codes, claims, leads, batches, sends, events, health };

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "reply" in value;
}

/** Every endpoint of the API by its name, in the order the document lists them. */
export const endpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.values(modules).flatMap((module) => Object.entries(module).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))),
);
