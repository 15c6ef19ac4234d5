import { type AddressInfo, createServer, type Server } from "node:net";

/** Finds a free TCP port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Listens on a port of a network address, or of all. Rejects with a readable error if the port is in use or this machine doesn't have the address. */
export function listen(server: Server, port: number, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const messages: Record<string, string> = {
        EADDRINUSE: `Port ${port} is already in use. Stop the other process or set PORT to another port.`,
        EADDRNOTAVAIL: `This machine doesn't have the address ${host}. Set HOST to one of its addresses.`,
      };
      const message = messages[error.code ?? ""];
      reject(message ? new Error(message) : error);
    });
    server.listen({ port, host }, resolve);
  });
}
