import { acceptsIdempotencyKey, type Endpoint, endpointErrors, filePath, type Method } from "./endpoint";
import type { ErrorName } from "./errors";
import { keyEndpoints } from "./openapi";

/** A call of the client: an endpoint that accepts keys, or the path that returns its list as a file. */
export type ClientCall = {
  operationId: string;
  resource: string;
  method: string;
  /** `<resource>.<method>`. */
  name: string;
  endpoint: Endpoint;
  httpMethod: Method;
  path: string;
  errors: ErrorName[];
  /** Whether a request can be repeated: always, with an idempotency key, or only if it didn't reach the server. */
  kind: "read" | "write" | "once";
  isFile: boolean;
};

/** Calls whose name doesn't follow from the operation ID and the path. */
const exceptions: Readonly<Record<string, string>> = {
  createLeads: "leads.createMany",
  uploadImport: "imports.create",
  exchangeToken: "claims.exchange",
  gateSignUp: "claims.gate",
  constructEvent: "webhooks.construct",
  moveOnWaitlist: "waitlist.move",
  restoreFromBin: "bin.restore",
  deleteFromBin: "bin.delete",
  listCodeTags: "codes.listTags",
  listLeadTags: "leads.listTags",
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the singular of the name of a resource, such as `delivery`. */
export const singular = (resource: string): string =>
  resource
    .replace(/ies$/, "y")
    .replace(/(ch)es$/, "$1")
    .replace(/s$/, "");

/**
 * Returns the name of a call. The resource is the first part of the path, and the method is the operation ID without the noun of the resource:
 * `POST /codes/claim` with `claimCode` is `codes.claim`, and `GET /codes/:code/claims` with `listCodeClaims` is `codes.listClaims`.
 */
function callName(operationId: string, path: string): string {
  if (exceptions[operationId]) return exceptions[operationId];
  const resource = (path.split("/")[1] ?? "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const noun = new RegExp(`(?<=[a-z])(${capitalize(resource)}|${capitalize(singular(resource))})(?=[A-Z]|$)`);
  return `${resource}.${operationId.replace(noun, "")}`;
}

/** Returns every call of the client, in the order of the docs. */
export function clientCalls(): ClientCall[] {
  return Object.entries(keyEndpoints()).flatMap(([operationId, endpoint]) => {
    const { method, path, csv, file, html, eventStream } = endpoint;
    const isFile = file !== undefined || html === true || eventStream === true;
    const calls = [toCall(operationId, endpoint, path, isFile)];
    if (csv) calls.push({ ...toCall(`${operationId}File`, endpoint, filePath(path), true), name: `${callName(operationId, path)}File` });
    return calls.map((call) => ({
      ...call,
      httpMethod: method,
      resource: call.name.split(".")[0] ?? "",
      method: call.name.split(".")[1] ?? "",
    }));
  });
}

function toCall(
  operationId: string,
  endpoint: Endpoint,
  path: string,
  isFile: boolean,
): Omit<ClientCall, "resource" | "method" | "httpMethod"> {
  const kind = endpoint.method === "GET" || endpoint.isRead ? "read" : acceptsIdempotencyKey(endpoint) ? "write" : "once";
  // Only writes look at an idempotency key.
  const errors = endpointErrors(endpoint).filter((name) => kind === "write" || !name.startsWith("idempotency_"));
  return { operationId, name: callName(operationId, path), endpoint, path, errors, kind, isFile };
}
