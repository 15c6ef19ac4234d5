import { setTimeout as sleep } from "node:timers/promises";
import { readLimitReply, type SmtpLimit } from "@/lib/smtp-limits";
import { type Connection, openConnections } from "./connections";
import { createSendingPause } from "./sending-pause";

/** Where a server refused an email: when connecting or signing in, at the sender, or at the recipient or the content. */
type RefusalStage = "connection" | "sender" | "email";

/** One try to send an email. `response` is null if the server didn't answer, and `isUnsent` is set if nothing of the email was sent then. */
export type SendTry<Outcome> = {
  outcome: Outcome;
  isSent: boolean;
  refusal: { stage: RefusalStage; response: string | null; isUnsent: boolean } | null;
};

/** A limit of the server because of which emails have to wait, in milliseconds, and how long it has lasted. */
type ServerLimit = { kind: Exclude<SmtpLimit, "emails_per_connection">; response: string; wait: number; lasted: number };

/** An email that wasn't attempted. `limit` is null if it only had to make room. */
export type Postponed = { status: "postponed"; limit: ServerLimit | null };

/**
 * Until when an email may be sent: `signal` is aborted then, and `isHeld` is asked right before its content is sent. `recorded` resolves once
 * its outcome is recorded: until then, its connection sends the content of no other, so that a process that dies repeats one email at most.
 */
export type SendTurn = { signal: AbortSignal; isHeld: () => Promise<boolean>; recorded: Promise<unknown> };

/** How often an email can be refused because of a limit while others are accepted, until the refusal counts as one of this email. */
const maxPostponed = { rate: 30, quota: 2 } as const;

/** How often an email is sent over another connection after the server closed one without saying why. */
const maxClosed = 2;

/** How often a connection is tried again while the server may still count one that was closed, and the time between in milliseconds. */
const closingRetries = { max: 4, delay: 250 } as const;

/** For how long the refusals of a rate last, in milliseconds, until the limit may be one of the connection and another one is opened. */
const connectionDoubt = 2000;

/** How long a process without any connection waits at most until it tries again, in milliseconds. */
const maxBlock = 60_000;

/** Emails that are remembered because they were refused. */
const maxRemembered = 10_000;

type LimitedSender<Transporter> = {
  send<Outcome>(
    id: string,
    attempt: (transporter: Transporter, beforeContent: () => Promise<boolean>) => Promise<SendTry<Outcome>>,
    turn?: SendTurn,
  ): Promise<Outcome | Postponed>;
  /** How long no connection can be opened, in milliseconds. */
  blockedFor(): number;
  close(): void;
};

/** Sends emails at the speed of the server: with as many connections as it takes, and with pauses when it says that there are too many emails. */
export function createLimitedSender<Transporter extends { close(): void }>(
  open: () => Transporter,
  limits: { max: number; initial: number },
): LimitedSender<Transporter> {
  const connections = openConnections({ open, ...limits });
  const pause = createSendingPause();
  const refusedEmails = new Map<string, { times: number; accepted: number }>();
  let accepted = 0;

  /** Whether a limit is about this email only: the server keeps taking others. */
  const isOwnRefusal = (id: string, kind: keyof typeof maxPostponed): boolean => {
    const email = refusedEmails.get(id) ?? { times: 0, accepted };
    if (refusedEmails.size >= maxRemembered) refusedEmails.clear();
    refusedEmails.set(id, { times: email.times + (accepted > email.accepted ? 1 : 0), accepted });
    return email.times >= maxPostponed[kind];
  };

  /** Handles a refusal. Returns "retry" to send the email again now, null if it counts as an attempt, or why it has to wait. */
  const handleRefusal = async (
    connection: Connection<Transporter>,
    refusal: NonNullable<SendTry<unknown>["refusal"]>,
    email: EmailState,
  ): Promise<"retry" | Postponed | null> => {
    const { stage, response, isUnsent } = refusal;
    const reply = response === null ? null : readLimitReply(response);
    const isClosing = response?.startsWith("421") ?? isUnsent;
    if (isClosing && connection.sent > 0 && reply?.limit !== "connections" && reply?.limit !== "quota") {
      connections.replace(connection, reply?.limit === "emails_per_connection");
      return "retry";
    }
    if (reply?.limit === "emails_per_connection" && connection.sent > 0) {
      connections.replace(connection, true);
      return "retry";
    }
    if (reply?.limit === "connections" || isConnectionRefusal(refusal, reply !== null, connections.hasOthers(connection)))
      return refuseConnection(connection, response ?? "", email, reply?.wait ?? 0);
    if (reply !== null) {
      const kind = reply.limit === "quota" ? "quota" : "rate";
      const isOwn = isOwnRefusal(email.id, kind);
      const pausing = isOwn ? undefined : pause.refused(kind, { startedAt: email.startedAt, asked: reply.wait });
      if (isClosing || (connection.sent > 0 && pause.lasted() > connectionDoubt)) connections.replace(connection, false);
      else connections.release(connection);
      if (pausing === undefined) return null;
      return pausing === null ? "retry" : { status: "postponed", limit: { kind, response: response ?? "", ...pausing } };
    }
    if (isClosing && stage !== "connection") {
      connections.replace(connection, false);
      return email.closed++ < maxClosed && response !== null ? "retry" : null;
    }
    connection.sent += stage === "email" ? 1 : 0;
    connections.release(connection);
    return null;
  };

  const refuseConnection = async (
    connection: Connection<Transporter>,
    response: string,
    email: EmailState,
    asked: number,
  ): Promise<"retry" | Postponed> => {
    if (connections.isClosing() && email.closing++ < closingRetries.max) {
      await sleep(closingRetries.delay);
      connections.discard(connection);
      return "retry";
    }
    if (connections.refuse(connection)) return "retry";
    const pausing = pause.refused("rate", { startedAt: email.startedAt, asked });
    if (pausing === null) return "retry";
    const wait = Math.min(pausing.wait, Math.max(maxBlock, asked));
    pause.block(wait);
    return { status: "postponed", limit: { kind: "connections", response, wait, lasted: pausing.lasted } };
  };

  return {
    close: connections.close,
    blockedFor: pause.remaining,
    async send(id, attempt, turn) {
      const signal = turn?.signal;
      const email: EmailState = { id, startedAt: 0, closed: 0, closing: 0 };
      for (;;) {
        const isRetry = email.startedAt > 0;
        const connection = await connections.acquire({ isFirst: isRetry, signal });
        if (connection === null) return { status: "postponed", limit: null };
        const isTurn = await pause.wait(signal);
        if (!isTurn || (turn && !(await turn.isHeld()))) {
          if (isTurn) pause.endProbe();
          connections.release(connection);
          return { status: "postponed", limit: null };
        }
        email.startedAt = performance.now();
        const { recorded } = connection;
        const beforeContent = async () => {
          await recorded;
          return turn === undefined || turn.isHeld();
        };
        const { outcome, isSent, refusal } = await attempt(connection.transporter, beforeContent).finally(pause.endProbe);
        if (isSent) {
          accepted++;
          connection.sent++;
          connection.recorded = turn?.recorded;
          pause.accepted(email.startedAt);
          refusedEmails.delete(id);
        }
        if (refusal === null) {
          connections.release(connection);
          return outcome;
        }
        const next = await handleRefusal(connection, refusal, email);
        if (next === null) refusedEmails.delete(id);
        if (next !== "retry") return next ?? outcome;
      }
    },
  };
}

type EmailState = { id: string; startedAt: number; closed: number; closing: number };

/** Whether a server refused a connection and not an email: temporarily, or without an answer while it accepts others. */
function isConnectionRefusal(
  { stage, response, isUnsent }: NonNullable<SendTry<unknown>["refusal"]>,
  isLimit: boolean,
  hasOthers: boolean,
): boolean {
  if (response === null) return isUnsent && stage === "connection" && hasOthers;
  return !isLimit && ((stage === "connection" && response.startsWith("4")) || (stage === "sender" && response.startsWith("421")));
}
