import { type AddressInfo, createServer, type Server } from "node:net";

/** Finds a free TCP port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Listens on a port on all network interfaces. Rejects with a readable error if the port is in use. */
export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isPortInUse = error.code === "EADDRINUSE";
      reject(isPortInUse ? new Error(`Port ${port} is already in use. Stop the other process or set PORT to another port.`) : error);
    });
    server.listen(port, resolve);
  });
}
