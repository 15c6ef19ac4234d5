import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { type Certificate, createCertificate } from "./certificate";

/** An email that the sink received. */
export type ReceivedEmail = { to: string; messageId: string; source: string };

/** What the sink does with a recipient: accept (null), reject with a code and message, accept after some milliseconds, or never respond. */
export type RecipientBehavior = null | { code: number; message: string } | { wait: number } | "hang";

export type SmtpSink = {
  url: string;
  received: ReceivedEmail[];
  /** The credentials of every attempt to sign in. */
  signInAttempts: { user: string; password: string }[];
  /** Returns the Message-ID of each email that an address received. */
  messageIdsFor(address: string): string[];
  /** Called for each recipient. Tests can replace it. */
  onRecipient(address: string): RecipientBehavior;
  /** Called for each sender. Null accepts it. */
  onSender(address: string): { code: number; message: string } | null;
  /** Returns the number of open connections. */
  connections(): number;
  /** Closes the port and every connection. `start` opens the same port again. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

type SmtpSinkOptions = {
  port?: number;
  /** If set, clients must sign in before they send. */
  user?: string;
  password?: string;
  /** The encryption, with a self-signed certificate by default. Unencrypted if not set. */
  encryption?: "starttls" | "tls";
  certificate?: Certificate;
};

/** Starts an SMTP server on loopback that stores emails in memory. It accepts every recipient by default. */
export async function startSmtpSink({ port = 0, ...options }: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const { user, password, encryption } = options;
  const received: ReceivedEmail[] = [];
  let server: SMTPServer;
  const sink: SmtpSink = {
    url: "",
    received,
    signInAttempts: [],
    messageIdsFor: (address) => received.filter((message) => message.to === address).map((message) => message.messageId),
    onRecipient: () => null,
    onSender: () => null,
    connections: () => server.connections.size,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
    start: async () => {
      server = createServerFor(sink, options);
      port = await listen(server, port);
      sink.url = `${encryption === "tls" ? "smtps" : "smtp"}://${user === undefined ? "" : `${user}:${password}@`}127.0.0.1:${port}`;
    },
  };
  await sink.start();
  return sink;
}

/** Starts a server that accepts connections and never responds. */
export async function startSilentServer(): Promise<{ url: string; close(): void }> {
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

function createServerFor(sink: SmtpSink, { user, password, encryption, certificate }: Omit<SmtpSinkOptions, "port">): SMTPServer {
  const server = new SMTPServer({
    ...(encryption && (certificate ?? createCertificate("localhost"))),
    secure: encryption === "tls",
    disabledCommands: [...(encryption === "starttls" ? [] : ["STARTTLS"]), ...(user === undefined ? ["AUTH"] : [])],
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 10,
    onAuth: (credentials, _session, done) => {
      sink.signInAttempts.push({ user: credentials.username ?? "", password: credentials.password ?? "" });
      if (credentials.username === user && credentials.password === password) done(null, { user });
      else done(smtpError({ code: 535, message: "Who are you?" }));
    },
    onMailFrom: ({ address }, _session, done) => {
      const rejection = sink.onSender(address);
      done(rejection && smtpError(rejection));
    },
    onRcptTo: ({ address }, _session, done) => {
      const behavior = sink.onRecipient(address);
      if (behavior === "hang") return;
      if (behavior && "wait" in behavior) return void pause(behavior.wait).then(() => done());
      done(behavior && smtpError(behavior));
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

function smtpError({ code, message }: { code: number; message: string }): Error {
  return Object.assign(new Error(message), { responseCode: code });
}

async function listen(server: SMTPServer, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return (server.server.address() as AddressInfo).port;
}
