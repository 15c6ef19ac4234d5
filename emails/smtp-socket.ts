import type { LookupAddress } from "node:dns";
import { connect, isIP, type Socket } from "node:net";
import { internalHostMessage, isInternalAddress, type ResolveHost, resolveHost } from "@/lib/internal-hosts";
import type { SmtpServer } from "@/lib/smtp";
import { withTimeout } from "@/lib/timeout";

/** The options of nodemailer that decide where a connection goes. */
type SocketOptions = {
  host?: string | undefined;
  port?: number | string | undefined;
  secure?: boolean | undefined;
  localAddress?: string | undefined;
  connectionTimeout?: number | undefined;
};

/** How long an address is tried before the next one, in milliseconds. Node.js waits 250, which is too short for distant servers. */
const attemptTimeout = 1000;

/**
 * Returns a function that connects to a mail server: to one of exactly those addresses that were checked, because its name can resolve to
 * others a moment later. nodemailer would look it up itself. Encryption follows in nodemailer, which checks the certificate against the name.
 * Rejects with the fields of nodemailer's errors.
 */
export function smtpSocketOpener(server: SmtpServer, resolve: ResolveHost = resolveHost) {
  const isAllowed = (address: LookupAddress) => "url" in server || !isInternalAddress(address);
  return async ({ host = "localhost", port, secure, localAddress, connectionTimeout = 10_000 }: SocketOptions): Promise<Socket> => {
    const startedAt = performance.now();
    const addresses = await withTimeout(resolve(host), connectionTimeout).catch(fail("EDNS"));
    if (addresses === null) throw smtpError("The host couldn't be looked up in time", { code: "EDNS", originalCode: "ETIMEOUT" });
    if (!addresses.every(isAllowed)) throw smtpError(internalHostMessage, { code: "EINTERNAL" });
    const usable = addresses.filter(({ family }) => localAddress === undefined || family === isIP(localAddress));
    return connectToAny(usable.length > 0 ? usable : addresses, {
      port: Number(port) || (secure ? 465 : 587),
      timeout: Math.max(connectionTimeout - (performance.now() - startedAt), 1),
      ...(localAddress !== undefined && { localAddress }),
    });
  };
}

/** Connects to the first of some addresses that accepts it. */
function connectToAny(
  addresses: LookupAddress[],
  { timeout, ...options }: { port: number; timeout: number; localAddress?: string },
): Promise<Socket> {
  const socket = connect({
    ...options,
    host: "checked-addresses",
    lookup: (_, { all }, callback) => {
      const [first = { address: "", family: 0 }] = addresses;
      if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    },
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.max(Math.min(attemptTimeout, Math.floor(timeout / addresses.length)), 10),
  });
  const timer = setTimeout(
    () => socket.destroy(smtpError("Connection timeout", { code: "ETIMEDOUT", timeoutType: "CONNECT_TIMEOUT" })),
    timeout,
  );
  return new Promise<Socket>((done, reject) => {
    socket.once("connect", () => done(socket));
    // Stays, so that an error before nodemailer listens doesn't end the process.
    socket.on("error", reject);
  })
    .catch((error: NodeJS.ErrnoException) => ("command" in error ? Promise.reject(error) : fail("ESOCKET")(error)))
    .finally(() => clearTimeout(timer));
}

const smtpError = (message: string, fields: { code: string; originalCode?: string | undefined; timeoutType?: string }): Error =>
  Object.assign(new Error(message), { command: "CONN", ...fields });

const fail =
  (code: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw smtpError(error.message || (error.code ?? code), { code, originalCode: error.code });
  };
