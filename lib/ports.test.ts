import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "./ports";

async function startServer(port: number, host?: string): Promise<AddressInfo> {
  const server = createServer();
  await listen(server, port, host);
  onTestFinished(() => void server.close());
  return server.address() as AddressInfo;
}

test("a server listens on one address, or on all of them", async () => {
  expect((await startServer(0, "127.0.0.1")).address).toBe("127.0.0.1");
  expect(["::", "0.0.0.0"]).toContain((await startServer(0)).address);
});

test("the error names the setting when the port is in use or the address isn't this machine's", async () => {
  const { port } = await startServer(0, "127.0.0.1");
  await expect(startServer(port, "127.0.0.1")).rejects.toThrow(`Port ${port} is already in use.`);
  await expect(startServer(0, "192.0.2.1")).rejects.toThrow("Set HOST");
});
