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

type EmailState = { id: string; startedAt: number; closed: number; closing: number };

type Refusal = NonNullable<SendTry<unknown>["refusal"]>;

/** What follows a refusal: the email is sent again now, waits, or has been refused (null). */
type NextStep = "retry" | Postponed | null;

/** Sends emails at the speed of the server: with as many connections as it takes, and with pauses when it says that there are too many emails. */
export function createLimitedSender<Transporter extends { close(): void }>(
  open: () => Transporter,
  limits: { max: number; initial: number },
): LimitedSender<Transporter> {
  const connections = openConnections({ open, ...limits });
  const pause = createSendingPause();
  const refusedEmails = rememberRefusedEmails();

  /** Waits for a connection and for the end of a pause. Returns null if the turn of the email ends before. */
  const takeConnection = async ({ startedAt }: EmailState, turn?: SendTurn): Promise<Connection<Transporter> | null> => {
    const signal = turn?.signal;
    const connection = await connections.acquire({ isFirst: startedAt > 0, signal });
    if (connection === null) return null;
    const isTurn = await pause.wait(signal);
    if (isTurn && (turn === undefined || (await turn.isHeld()))) return connection;
    if (isTurn) pause.endProbe();
    connections.release(connection);
    return null;
  };

  const recordSent = (connection: Connection<Transporter>, { id, startedAt }: EmailState, turn?: SendTurn): void => {
    connection.sent++;
    connection.recorded = turn?.recorded;
    pause.accepted(startedAt);
    refusedEmails.accepted(id);
  };

  const handleRefusal = async (connection: Connection<Transporter>, refusal: Refusal, email: EmailState): Promise<NextStep> => {
    const { stage, response, isUnsent } = refusal;
    const reply = response === null ? null : readLimitReply(response);
    const isClosing = response?.startsWith("421") ?? isUnsent;
    if (connection.sent > 0 && isEndOfConnection(reply, isClosing)) {
      connections.replace(connection, reply?.limit === "emails_per_connection");
      return "retry";
    }
    if (reply?.limit === "connections" || isConnectionRefusal(refusal, reply !== null, connections.hasOthers(connection)))
      return refuseConnection(connection, response ?? "", email, reply?.wait ?? 0);
    if (reply !== null) return waitForLimit(connection, { ...reply, response: response ?? "", isClosing }, email);
    if (isClosing && stage !== "connection") {
      connections.replace(connection, false);
      return email.closed++ < maxClosed && response !== null ? "retry" : null;
    }
    connection.sent += stage === "email" ? 1 : 0;
    connections.release(connection);
    return null;
  };

  /** Handles a limit for all emails, or for this one if the server keeps taking others. */
  const waitForLimit = (
    connection: Connection<Transporter>,
    { limit, wait, response, isClosing }: LimitReply & { response: string; isClosing: boolean },
    { id, startedAt }: EmailState,
  ): NextStep => {
    const kind = limit === "quota" ? "quota" : "rate";
    const isOwn = refusedEmails.isOwn(id, kind);
    const pausing = isOwn ? undefined : pause.refused(kind, { startedAt, asked: wait });
    const mayBeOfConnection = connection.sent > 0 && pause.lasted() > connectionDoubt;
    if (isClosing || mayBeOfConnection) connections.replace(connection, false);
    else connections.release(connection);
    if (pausing === undefined) return null;
    return pausing === null ? "retry" : { status: "postponed", limit: { kind, response, ...pausing } };
  };

  const refuseConnection = async (
    connection: Connection<Transporter>,
    response: string,
    email: EmailState,
    asked: number,
  ): Promise<NextStep> => {
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
      const email: EmailState = { id, startedAt: 0, closed: 0, closing: 0 };
      for (;;) {
        const connection = await takeConnection(email, turn);
        if (connection === null) return { status: "postponed", limit: null };
        email.startedAt = performance.now();
        const beforeContent = waitForTurn(connection.recorded, turn);
        const { outcome, isSent, refusal } = await attempt(connection.transporter, beforeContent).finally(pause.endProbe);
        if (isSent) recordSent(connection, email, turn);
        if (refusal === null) {
          connections.release(connection);
          return outcome;
        }
        const next = await handleRefusal(connection, refusal, email);
        if (next === null) refusedEmails.forget(id);
        if (next !== "retry") return next ?? outcome;
      }
    },
  };
}

/** Returns a function that waits until the previous email of the connection is recorded, and returns whether the email may be sent then. */
const waitForTurn = (recorded: Promise<unknown> | undefined, turn: SendTurn | undefined) => async (): Promise<boolean> => {
  await recorded;
  return turn === undefined || turn.isHeld();
};

/** Remembers emails that were refused because of a limit. */
function rememberRefusedEmails() {
  const refusals = new Map<string, { times: number; accepted: number }>();
  let accepted = 0;
  return {
    /** Counts a refusal. Returns whether the limit is about this email only: the server keeps taking others. */
    isOwn(id: string, kind: keyof typeof maxPostponed): boolean {
      const email = refusals.get(id) ?? { times: 0, accepted };
      if (refusals.size >= maxRemembered) refusals.clear();
      refusals.set(id, { times: email.times + (accepted > email.accepted ? 1 : 0), accepted });
      return email.times >= maxPostponed[kind];
    },
    accepted(id: string): void {
      accepted++;
      refusals.delete(id);
    },
    forget: (id: string): boolean => refusals.delete(id),
  };
}

type LimitReply = NonNullable<ReturnType<typeof readLimitReply>>;

/** Whether a server takes no more emails over a connection, which says nothing about others. */
function isEndOfConnection(reply: LimitReply | null, isClosing: boolean): boolean {
  if (reply?.limit === "emails_per_connection") return true;
  return isClosing && reply?.limit !== "connections" && reply?.limit !== "quota";
}

/** Whether a server refused a connection and not an email: temporarily, or without an answer while it accepts others. */
function isConnectionRefusal({ stage, response, isUnsent }: Refusal, isLimit: boolean, hasOthers: boolean): boolean {
  if (response === null) return isUnsent && stage === "connection" && hasOthers;
  return !isLimit && ((stage === "connection" && response.startsWith("4")) || (stage === "sender" && response.startsWith("421")));
}
