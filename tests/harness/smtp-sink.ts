import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { type Certificate, certificateFor } from "./certificate";

/** A message the sink took: who it is for, which one it is, and its source. */
export type Received = { to: string; messageId: string; source: string };

/** What the sink does about a recipient: take it (null), refuse it with a code and words, take it after some milliseconds, or never answer. */
export type Behaviour = null | { code: number; words: string } | { wait: number } | "hang";

export type Sink = {
  url: string;
  received: Received[];
  /** Who tried to sign in, and by which password. */
  tried: { user: string; password: string }[];
  /** The Message-IDs an address got, one for each time. */
  idsFor(address: string): string[];
  /** Asked for each recipient as it is named; replace it at will. */
  behave(address: string): Behaviour;
  /** Asked for each sender as it is named; null where mail from them is taken. */
  refuse(address: string): { code: number; words: string } | null;
  /** How many connections are open. */
  connections(): number;
  /** Closes the port and every connection; `up` opens the same port again. */
  down(): Promise<void>;
  up(): Promise<void>;
};

type SinkOptions = {
  port?: number;
  /** With these, nobody may send without signing in. */
  user?: string;
  password?: string;
  /** How it encrypts, by a certificate that it signed itself unless told; not at all without. */
  encryption?: "starttls" | "tls";
  certificate?: Certificate;
};

/** Starts a mail server on loopback that keeps what it gets in memory. Without a rule for them, everyone may be written to. */
export async function smtpSink({ port = 0, ...options }: SinkOptions = {}): Promise<Sink> {
  const { user, password, encryption } = options;
  const received: Received[] = [];
  let server: SMTPServer;
  const sink: Sink = {
    url: "",
    received,
    tried: [],
    idsFor: (address) => received.filter((message) => message.to === address).map((message) => message.messageId),
    behave: () => null,
    refuse: () => null,
    connections: () => server.connections.size,
    down: () => new Promise((resolve) => server.close(() => resolve())),
    up: async () => {
      server = makeServer(sink, options);
      port = await listen(server, port);
      sink.url = `${encryption === "tls" ? "smtps" : "smtp"}://${user === undefined ? "" : `${user}:${password}@`}127.0.0.1:${port}`;
    },
  };
  await sink.up();
  return sink;
}

/** A server that takes connections and never says a word. */
export async function silentServer(): Promise<{ url: string; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

function makeServer(sink: Sink, { user, password, encryption, certificate }: Omit<SinkOptions, "port">): SMTPServer {
  const server = new SMTPServer({
    ...(encryption && (certificate ?? certificateFor("localhost"))),
    secure: encryption === "tls",
    disabledCommands: [...(encryption === "starttls" ? [] : ["STARTTLS"]), ...(user === undefined ? ["AUTH"] : [])],
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 10,
    onAuth: (given, _session, done) => {
      sink.tried.push({ user: given.username ?? "", password: given.password ?? "" });
      if (given.username === user && given.password === password) done(null, { user });
      else done(refusal({ code: 535, words: "Who are you?" }));
    },
    onMailFrom: ({ address }, _session, done) => {
      const refused = sink.refuse(address);
      done(refused && refusal(refused));
    },
    onRcptTo: ({ address }, _session, done) => {
      const behaviour = sink.behave(address);
      if (behaviour === "hang") return;
      if (behaviour && "wait" in behaviour) return void pause(behaviour.wait).then(() => done());
      done(behaviour && refusal(behaviour));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const source = Buffer.concat(chunks).toString();
        const messageId = /^Message-ID: <(.+)>\r$/im.exec(source)?.[1] ?? "";
        for (const { address } of session.envelope.rcptTo) sink.received.push({ to: address, messageId, source });
        done();
      });
    },
  });
  server.on("error", () => {});
  return server;
}

function refusal({ code, words }: { code: number; words: string }): Error {
  return Object.assign(new Error(words), { responseCode: code });
}

async function listen(server: SMTPServer, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return (server.server.address() as AddressInfo).port;
}
