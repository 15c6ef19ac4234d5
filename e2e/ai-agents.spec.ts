import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "@playwright/test";
import { site } from "./harness/site";

for (const mode of ["auto", "legacy"] as const) {
  test(`an agent lists and calls tools of the built server (${mode})`, async () => {
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${site().secretKey}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", site().baseUrl), { requestInit }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("find_lead");
    const { isError, structuredContent } = await client.callTool({ name: "get_overview", arguments: {} });
    expect(isError ?? false).toBe(false);
    expect(structuredContent).toMatchObject({ leads: { total: expect.any(Number) } });
    await client.close();
  });
}

test("a browser that opens the address is told that it is for other methods", async ({ request }) => {
  const response = await request.get(new URL("/mcp", site().baseUrl).href);
  expect(response.status()).toBe(405);
  expect(response.headers().allow).toBe("POST");
  expect(await response.json()).toMatchObject({ error: "method_not_allowed" });
});
