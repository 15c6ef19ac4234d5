/** One connection to a mail server, which sends one email after another. */
export type Connection<Transporter> = {
  transporter: Transporter;
  /** How many emails it has sent. */
  sent: number;
  /** Resolves once the outcome of the last email that it sent is recorded. */
  recorded?: Promise<unknown> | undefined;
  /** Whether it is one more than the server was known to accept. */
  isProbe: boolean;
};

type ConnectionsOptions<Transporter> = {
  open: () => Transporter;
  /** How many connections there are at most, and to start with. */
  max: number;
  initial: number;
  /** How long after a refusal one more connection is tried, in milliseconds. Each refused try doubles it. */
  growthDelay?: { min: number; max: number };
};

/** How long a server may still count a connection that was closed, in milliseconds. */
const closingTime = 1000;

/**
 * Opens connections when they are needed, as many as the server accepts: one less after each refusal, and one more after a while. Each is used
 * by one email at a time.
 */
export function openConnections<Transporter extends { close(): void }>({
  open,
  max,
  initial,
  growthDelay = { min: 10_000, max: 600_000 },
}: ConnectionsOptions<Transporter>) {
  const all = new Set<Connection<Transporter>>();
  const idle: Connection<Transporter>[] = [];
  const waiting: ((connection: Connection<Transporter>) => void)[] = [];
  let limit = Math.min(initial, max);
  let delay = growthDelay.min;
  let growsAt = performance.now() + delay;
  let emailLimit = Number.POSITIVE_INFINITY;
  let lastEnd = 0;
  let replacedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  const canProbe = () => all.size === limit && limit < max && performance.now() >= growsAt;

  const create = (): Connection<Transporter> => {
    const connection = { transporter: open(), sent: 0, isProbe: all.size >= limit };
    if (connection.isProbe) growsAt = Number.POSITIVE_INFINITY;
    all.add(connection);
    return connection;
  };

  const serve = () => {
    while (waiting.length > 0) {
      const connection = idle.pop() ?? (all.size < limit || canProbe() ? create() : undefined);
      if (!connection) return;
      waiting.shift()?.(connection);
    }
  };

  const remove = (connection: Connection<Transporter>) => {
    all.delete(connection);
    if (connection.isProbe) growsAt = performance.now() + delay;
    connection.transporter.close();
  };

  /** Whether there are more connections than the server accepts, without the one that is tried. */
  const hasTooMany = () => [...all].filter(({ isProbe }) => !isProbe).length > limit;

  const end = (connection: Connection<Transporter>) => {
    remove(connection);
    replacedAt = performance.now();
    serve();
  };

  return {
    /** Waits for a free connection, `isFirst` before others. Null if `signal` is aborted before. */
    acquire: ({ isFirst, signal }: { isFirst: boolean; signal?: AbortSignal | undefined }): Promise<Connection<Transporter> | null> =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve(null);
        const give = (connection: Connection<Transporter>) => {
          signal?.removeEventListener("abort", stop);
          resolve(connection);
        };
        const stop = () => {
          waiting.splice(waiting.indexOf(give), 1);
          resolve(null);
        };
        signal?.addEventListener("abort", stop, { once: true });
        if (isFirst) waiting.unshift(give);
        else waiting.push(give);
        serve();
      }),

    /** Gives a connection back that works. It is closed once it has sent as many emails as the server accepts from one. */
    release(connection: Connection<Transporter>): void {
      if (connection.isProbe && connection.sent > 0) {
        connection.isProbe = false;
        limit = Math.max(limit, all.size);
        delay = growthDelay.min / 10;
        growsAt = performance.now() + delay;
      }
      if (isClosed || (hasTooMany() && !connection.isProbe)) remove(connection);
      else if (connection.sent >= emailLimit) end(connection);
      else idle.push(connection);
      serve();
    },

    /** Closes a connection that ended after it sent some emails. If that happens twice after as many, each connection sends no more than that. */
    replace(connection: Connection<Transporter>, isCertain: boolean): void {
      if (connection.sent > 0 && (isCertain || connection.sent === lastEnd)) emailLimit = connection.sent;
      lastEnd = connection.sent;
      end(connection);
    },

    /** Closes a connection that was refused while the server still counted another one. That says nothing about its limits. */
    discard(connection: Connection<Transporter>): void {
      remove(connection);
      serve();
    },

    /** Closes a connection that the server refused. Returns whether there are others. */
    refuse(connection: Connection<Transporter>): boolean {
      remove(connection);
      delay = connection.isProbe ? Math.min(Math.max(delay * 2, growthDelay.min), growthDelay.max) : growthDelay.min;
      growsAt = performance.now() + delay;
      // One more than known was tried: the others remain.
      if (!connection.isProbe) limit = Math.min(limit, Math.max(1, all.size));
      serve();
      return all.size > 0;
    },

    /** Whether a connection was just closed, so that the server may still count it. */
    isClosing: (): boolean => performance.now() - replacedAt < closingTime,

    /** Whether another connection has sent emails. */
    hasOthers: (connection: Connection<Transporter>): boolean => [...all].some((each) => each !== connection && each.sent > 0),

    /** How many connections the server is known to accept, and how many emails of each. */
    limits: () => ({ connections: limit, emails: emailLimit }),

    /** Closes the connections. Those that are sending finish their email first. */
    close(): void {
      isClosed = true;
      for (const connection of idle.splice(0)) remove(connection);
    },
  };
}
