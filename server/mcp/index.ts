import { randomUUID } from "node:crypto";
import { bodyLimit } from "@/contract/endpoint";
import { ApiError } from "@/core/api-error";
import { withRequestLimit } from "@/db/request-limit";
import { routes } from "@/lib/routes";
import { authenticateSecretKey } from "../authenticate";
import { readJson, readText } from "../body";
import { isSameOrigin } from "../cross-site";
import { commonHeaders, errorResponse } from "../responses";
import { type RouteHandlers, withAllMethods } from "../route-handlers";

/** Answers one message of an MCP client with a secret key. Nothing is kept between requests, so there is no GET or DELETE. */
async function handle(request: Request): Promise<Response> {
  const requestId = randomUUID();
  const headers = commonHeaders(requestId);
  try {
    // The specification requires it, against pages that reach a server in a local network.
    if (isSameOrigin(request) === false) throw new ApiError("cross_site");
    const key = await authenticateSecretKey(request, requestId);
    const message = readJson(await readText(request, bodyLimit));
    // It takes 14 MB, which servers without agents don't need.
    const { respond } = await import("./server");
    const response = await respond(request, message, { key, requestId });
    headers.delete("Content-Type");
    for (const [name, value] of headers) response.headers.set(name, value);
    return response;
  } catch (error) {
    return errorResponse(error, requestId, headers);
  }
}

/** The server for AI agents: the tools of `contract/agent-tools.ts` in the Model Context Protocol, over streamable HTTP. */
export const mcpHandlers: Readonly<Record<string, RouteHandlers>> = {
  [routes.mcp]: withAllMethods({ POST: (request) => withRequestLimit(() => handle(request)) }),
};
