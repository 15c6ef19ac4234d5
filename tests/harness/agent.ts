import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { afterAll, onTestFinished } from "vitest";
import { mcpHandlers } from "@/server/mcp";
import type { RouteHandlers } from "@/server/route-handlers";

/** Serves the tools for AI agents of this process on loopback, until the tests of the file have ended. */
export async function serveAgents(): Promise<string> {
  const server = createServer((request, response) => {
    const handler = mcpHandlers[request.url ?? ""]?.[request.method as keyof RouteHandlers];
    if (!handler) return response.writeHead(404).end();
    handler(new NodeRequest({ req: request, res: response })).then(
      (reply) => sendNodeResponse(response, reply),
      () => response.destroy(),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

// biome-ignore lint/suspicious/noExplicitAny: a test knows what a tool returns
type ToolResult = Record<string, any>;

export type Agent = {
  client: Client;
  /** Calls a tool. Throws if it is refused. */
  call(name: string, input?: Record<string, unknown>): Promise<ToolResult>;
  /** Calls a tool that is refused, and returns the error. */
  refused(name: string, input?: Record<string, unknown>): Promise<ToolResult>;
  /** Calls a tool and returns all that the server sends. */
  result(name: string, input?: Record<string, unknown>): Promise<CallToolResult>;
};

/** Connects the official client with a secret key, in the current version of the protocol or that of older clients. */
export async function connectAgent(origin: string, key: string, mode: "auto" | "legacy" = "auto"): Promise<Agent> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/mcp", origin), { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
  );
  onTestFinished(() => client.close());
  const result = (name: string, input: Record<string, unknown> = {}) => client.callTool({ name, arguments: input });
  const expectError = (isError: boolean) => async (name: string, input?: Record<string, unknown>) => {
    const reply = await result(name, input);
    if ((reply.isError ?? false) !== isError) throw new Error(`${name}: ${JSON.stringify(reply.content)}`);
    return reply.structuredContent as ToolResult;
  };
  return { client, call: expectError(false), refused: expectError(true), result };
}
