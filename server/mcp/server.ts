import { type CallToolResult, createMcpHandler, ProtocolError, ProtocolErrorCode, Server, type Tool } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { createSchema } from "zod-openapi";
import {
  type AgentTool,
  agentInstructions,
  agentTools,
  describeTool,
  EmailToolReply,
  forbiddenEndpoint,
  toolAnnotations,
  toolCallsPerMinute,
} from "@/contract/agent-tools";
import { apiVersion } from "@/contract/changelog";
import type { ApiError } from "@/core/api-error";
import type { Context } from "@/core/context";
import { recordEvent } from "@/core/events/record-event";
import type { Credential } from "@/core/keys/store";
import { consumeRateLimit, type RateLimit } from "@/core/rate-limits";
import { withoutRequestLimit } from "@/db/request-limit";
import { scopeRequired } from "../authenticate";
import { createContext } from "../context";
import { parseInput } from "../parse";
import { toApiError } from "../responses";
import { runTool } from "./tools";
import { visibleResult } from "./untrusted-text";

/** The key with which an agent calls, and the ID of the request. */
type AgentCaller = { key: Credential; requestId: string };

/** Agents can call in a loop, and each call is an event. */
const callLimit: RateLimit = { name: "agent.calls", limit: toolCallsPerMinute, windowSeconds: 60 };

const jsonSchema = (schema: z.ZodType, io: "input" | "output"): Tool["inputSchema"] =>
  createSchema(schema, { io, openapiVersion: "3.1.0" }).schema as Tool["inputSchema"];

const listedTool = (tool: AgentTool): Tool => ({
  name: tool.name,
  title: tool.title,
  description: describeTool(tool),
  inputSchema: jsonSchema(tool.input, "input"),
  ...(tool.effect === "email" && { outputSchema: jsonSchema(EmailToolReply, "output") }),
  annotations: toolAnnotations(tool),
});

const listedTools = agentTools.map((tool) => ({ tool, listed: listedTool(tool) }));

const toResult = (value: object, isError = false): CallToolResult => {
  const structuredContent = visibleResult(value);
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent, ...(isError && { isError }) };
};

const errorResult = ({ errorName: error, message, fields, headers }: ApiError, requestId: string): CallToolResult => {
  const retryAfter = headers?.["Retry-After"];
  return toResult({ error, message, ...(fields && { fields }), ...(retryAfter && { retryAfter: Number(retryAfter) }), requestId }, true);
};

/** Runs a tool for a key, and records the call. What is refused is a result too, so that the agent can correct itself. */
async function callTool(caller: AgentCaller, name: string, input: unknown): Promise<CallToolResult> {
  const { key, requestId } = caller;
  const tool = agentTools.find((each) => each.name === name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no tool with this name");
  const ctx = callContext(caller, "change");
  try {
    await consumeRateLimit(ctx, callLimit, key.keyId);
    const { result, outcome } = await completeCall(caller, tool, input);
    await recordEvent(ctx, { kind: "agent.tool_called", data: { tool: name, outcome } });
    return result;
  } catch (error) {
    return errorResult(toApiError(error, requestId), requestId);
  }
}

const callContext = ({ key, requestId }: AgentCaller, work: "read" | "change"): Context =>
  createContext({ projectId: key.projectId, actor: { kind: key.kind, id: key.keyId }, requestId }, work);

/** Returns the result of a call, and what Activity says of it: the name of the error if the call is refused. */
async function completeCall(caller: AgentCaller, tool: AgentTool, input: unknown): Promise<{ result: CallToolResult; outcome: string }> {
  const { key, requestId } = caller;
  try {
    const forbidden = forbiddenEndpoint(key.scopes, tool);
    if (forbidden) throw scopeRequired(key.scopes, forbidden);
    const parsed = parseInput(tool.input, input ?? {});
    const ctx = callContext(caller, tool.effect === "read" ? "read" : "change");
    const run = () => runTool(tool, ctx, parsed);
    const reply = await (tool.endpoints.some(({ isLong }) => isLong) ? withoutRequestLimit(run) : run());
    return { result: toResult(reply), outcome: "status" in reply && reply.status === "preview" ? "previewed" : "completed" };
  } catch (error) {
    const apiError = toApiError(error, requestId);
    return { result: errorResult(apiError, requestId), outcome: apiError.errorName };
  }
}

/** Creates the server of one request, with the tools that the key's scopes allow. */
function createServer(caller: AgentCaller): Server {
  const server = new Server(
    { name: "gatehouse", title: "Gatehouse", version: apiVersion },
    { capabilities: { tools: {} }, instructions: agentInstructions },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: listedTools.filter(({ tool }) => !forbiddenEndpoint(caller.key.scopes, tool)).map(({ listed }) => listed),
  }));
  server.setRequestHandler("tools/call", ({ params }) => callTool(caller, params.name, params.arguments));
  return server;
}

// Nothing changes that a client could subscribe to.
const handler = createMcpHandler(({ authInfo }) => createServer(authInfo?.extra as AgentCaller), { maxSubscriptions: 0 });

/** Answers a message of an MCP client. */
export const respond = (request: Request, message: object, caller: AgentCaller): Promise<Response> =>
  handler.fetch(new Request(request.url, { method: "POST", headers: [...request.headers], signal: request.signal }), {
    parsedBody: message,
    authInfo: { token: "", clientId: caller.key.keyId, scopes: caller.key.scopes, extra: caller },
  });
