import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** What a mail server limits. The answers are those of real servers, and any limit can be changed while it runs. */
export type ServerLimits = {
  /** How many connections are open at most, and what the next one is answered: at the greeting, or to a command such as RCPT. */
  connections?: { max: number; reply: string; at?: "greeting" | "MAIL" | "RCPT" | "DATA" };
  /** How many emails a connection sends, and what the next one is answered. Without an answer, the server hangs up. */
  emailsPerConnection?: { max: number; reply: string | null };
  /** How many emails are accepted in some milliseconds, and what the next one is answered to MAIL, RCPT or the content. */
  rate?: { max: number; interval: number; reply: string; at?: "MAIL" | "RCPT" | "content" };
  /** Recipients that are refused always. */
  refused?: { recipient: RegExp; reply: string };
  /** How long each answer takes, in milliseconds. */
  latency?: number;
};

export type LimitedSmtpServer = {
  url: string;
  port: number;
  limits: ServerLimits;
  /**
   * The Message-IDs of the accepted emails, in order, the host of their sender, when each was accepted, and for how long all connections had
   * been answered until then.
   */
  accepted: { id: string; host: string; at: number; busy: number }[];
  /** For how many milliseconds all connections have waited for an answer, together. */
  busy: number;
  refusals: number;
  /** Called before each command is answered, with its first four letters, `.` for the content, or `sent` after the content was accepted. */
  onCommand: (verb: string) => void;
  /** How many connections were open at once, without those that were refused. */
  mostConnections: number;
  close(): void;
};

/** Starts a mail server on loopback that limits how much it takes. It closes the connection after each answer with 421, as RFC 5321 says. */
export async function startLimitedServer(limits: ServerLimits = {}): Promise<LimitedSmtpServer> {
  const sockets = new Set<Socket>();
  const counted = new Set<Socket>();
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(socket);
      counted.delete(socket);
    });
    void serve(server, counted, socket);
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo;
  const server: LimitedSmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    limits,
    accepted: [],
    busy: 0,
    refusals: 0,
    onCommand: () => {},
    mostConnections: 0,
    close: () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
    },
  };
  return server;
}

async function serve(server: LimitedSmtpServer, counted: Set<Socket>, socket: Socket): Promise<void> {
  const { connections } = server.limits;
  const isOver = connections !== undefined && counted.size >= connections.max;
  if (!isOver) counted.add(socket);
  server.mostConnections = Math.max(server.mostConnections, counted.size);
  const refuse = (reply: string) => {
    server.refusals++;
    socket.write(`${reply}\r\n`);
    if (reply.startsWith("421")) socket.end();
  };
  const answer = async (reply: string) => {
    const startedAt = performance.now();
    if (server.limits.latency) await pause(server.limits.latency);
    server.busy += performance.now() - startedAt;
    if (/^[45]/.test(reply)) refuse(reply);
    else socket.write(`${reply}\r\n`);
  };
  if (isOver && (connections.at ?? "greeting") === "greeting") return answer(connections.reply);
  await answer("220 mx.example.org ESMTP");
  let sent = 0;
  let content: string | null = null;

  const refusalAt = (step: "MAIL" | "RCPT" | "DATA" | "content"): string | null => {
    const { connections: limit, rate } = server.limits;
    if (isOver && limit?.at === step) return limit.reply;
    if (!rate || (rate.at ?? "MAIL") !== step) return null;
    const since = performance.now() - rate.interval;
    return server.accepted.filter(({ at }) => at > since).length >= rate.max ? rate.reply : null;
  };

  const handle = (line: string): Promise<void> | void => {
    const verb = line.slice(0, 4).toUpperCase();
    server.onCommand(verb);
    if (verb === "MAIL" && server.limits.emailsPerConnection && sent >= server.limits.emailsPerConnection.max) {
      const { reply } = server.limits.emailsPerConnection;
      return reply === null ? void socket.destroy() : answer(reply);
    }
    if (verb === "DATA") {
      const refusal = refusalAt("DATA");
      if (refusal === null) content = "";
      return answer(refusal ?? "354 Go ahead");
    }
    const { refused } = server.limits;
    if (verb === "RCPT" && refused?.recipient.test(/<(.*)>/.exec(line)?.[1] ?? "")) return answer(refused.reply);
    if (verb === "MAIL" || verb === "RCPT") return answer(refusalAt(verb) ?? "250 2.1.0 Ok");
    return answer(verb === "QUIT" ? "221 Bye" : "250 Ok");
  };

  const endContent = async (source: string): Promise<void> => {
    const refusal = refusalAt("content");
    server.onCommand(".");
    if (refusal === null) {
      sent++;
      const [, id = "", host = ""] = /^Message-ID: <(.+?)@(.+?)>/im.exec(source) ?? [];
      server.accepted.push({ id, host, at: performance.now(), busy: server.busy });
    }
    await answer(refusal ?? "250 2.0.0 Queued");
    if (refusal === null) server.onCommand("sent");
  };

  let buffer = "";
  let lines = Promise.resolve();
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    buffer += chunk;
    for (let end = buffer.indexOf("\r\n"); end !== -1; end = buffer.indexOf("\r\n")) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      lines = lines.then(async () => {
        if (content === null) return handle(line);
        if (line !== ".") {
          content += `${line}\r\n`;
          return;
        }
        const source = content;
        content = null;
        return endContent(source);
      });
    }
  });
}
