import net from "node:net";

export type TcpProxy = {
  /** The target's URL, with the proxy's host and port. */
  url: string;
  /** Stops forwarding and keeps the connections open, like a network that drops everything. New connections wait too. */
  freeze(): void;
  /** Stops forwarding on the present connections only, like a network path that was replaced without a message. */
  loseConnections(): void;
  /** Forwards again, starting with what arrived in the meantime. */
  resume(): void;
  /** Closes all connections and refuses new ones. */
  refuse(): Promise<void>;
  /** Accepts connections again. */
  accept(): Promise<void>;
  close(): Promise<void>;
};

/** Starts a proxy on loopback in front of a database. */
export async function startTcpProxy(targetUrl: string): Promise<TcpProxy> {
  const target = new URL(targetUrl);
  const sockets = new Set<net.Socket>();
  let isFrozen = false;
  const server = net.createServer({ pauseOnConnect: true }, (client) => {
    const upstream = net.connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (data) => to.write(data));
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isFrozen) from.pause();
      else from.resume();
    }
  });
  let port = 0;
  const accept = () =>
    new Promise<void>((resolve) =>
      server.listen(port, "127.0.0.1", () => {
        port = (server.address() as net.AddressInfo).port;
        resolve();
      }),
    );
  const refuse = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await accept();
  return {
    url: Object.assign(new URL(targetUrl), { host: `127.0.0.1:${port}` }).href,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    loseConnections() {
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    refuse,
    accept,
    close: () => (server.listening ? refuse() : Promise.resolve()),
  };
}
