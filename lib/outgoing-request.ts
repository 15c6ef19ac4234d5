import type { LookupAddress } from "node:dns";
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { env } from "./env";
import { hostName, isInternalAddress, isPublicAddress, type NamedHost, type ResolveHost, resolveHost } from "./internal-hosts";
import { type FailedRequest, ForbiddenAddressError, failed, failureOf, type RequestFailure } from "./request-failures";
import { publicHostResolver } from "./resolve-public-host";
import { withTimeout } from "./timeout";

// The only way to URLs that people choose. It is Node's own client, because that looks a host up with our function for each connection, tells
// whether a connection was used before, and doesn't follow redirects, decompress, or read proxies from the environment.

type OutgoingRequest = {
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** For everything from the look-up to the end of the answer, in milliseconds. */
  timeoutMs?: number;
  /** How much is read of the body of the answer. */
  maxBodyBytes?: number;
  signal?: AbortSignal;
};

type Exchange = Pick<OutgoingRequest, "headers" | "body"> & {
  maxBodyBytes: number;
  onRequest: (request: ClientRequest) => void;
  isStopped: () => boolean;
};

/** Its body is `truncated` if it was too long, or didn't end in time or at all. */
type Answer = { status: number; headers: IncomingHttpHeaders; body: string; truncated: boolean };

export type RequestResult = (Answer | FailedRequest) & { milliseconds: number };

type ClientSettings = {
  /** The hosts in private networks to which requests are sent. */
  allowedHosts?: readonly NamedHost[];
  allowHttp?: boolean;
  /** Looks up a host, which can be one that is named. */
  resolve?: (host: string, isNamed: boolean) => ReturnType<ResolveHost>;
  /** A certificate authority to trust instead of those that Node.js knows. */
  ca?: string;
};

/** How long a connection stays open without a request, in milliseconds, unless the server says less. */
const idleTimeout = 10_000;
/** How many connections to an origin there can be, and how many of them without a request. */
const maxConnections = 64;
const maxIdleConnections = 16;
/** How long an address is tried before the next one, in milliseconds. Node.js waits 250, which is too short for distant servers. */
const attemptTimeout = 1000;
/** How long a form waits for the look-up of a host, in milliseconds. */
const checkTimeout = 5000;
const maxHeaderBytes = 16_384;

const resolvePublicHost = publicHostResolver();

/** Hosts that are named in the settings are looked up as the system does, also in its file of hosts. */
const resolveAny: NonNullable<ClientSettings["resolve"]> = (host, isNamed) => (isNamed ? resolveHost(host) : resolvePublicHost(host));

const portNumber = ({ port, protocol }: URL): number => Number(port || (protocol === "https:" ? 443 : 80));

/** Creates a client for URLs that people choose. It has its own connections, which stay open for its next requests. */
export function outgoingClient({ allowedHosts = [], allowHttp = false, resolve = resolveAny, ca }: ClientSettings) {
  const agentOptions = {
    maxSockets: maxConnections,
    maxFreeSockets: maxIdleConnections,
    timeout: idleTimeout,
    autoSelectFamilyAttemptTimeout: attemptTimeout,
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
  };
  const createAgent = (protocol: string, keepAlive: boolean): HttpAgent =>
    protocol === "https:" ? new HttpsAgent({ ...agentOptions, keepAlive }) : new HttpAgent({ ...agentOptions, keepAlive });
  const agents = new Map(["http:", "https:"].map((protocol) => [protocol, createAgent(protocol, true)]));
  const lookups = new Map<string, Promise<LookupAddress[]>>();

  const isNamed = (url: URL): boolean =>
    allowedHosts.some(({ host, port }) => host === hostName(url) && (port === null || port === portNumber(url)));

  /** Returns why no requests are sent to one of the addresses of a URL's host, or null. */
  function refusalOf(url: URL, addresses: readonly LookupAddress[]): ForbiddenAddressError["failure"] | null {
    if (addresses.some(isInternalAddress)) return "internal_address";
    return isNamed(url) || addresses.every(isPublicAddress) ? null : "forbidden_address";
  }

  /** Reads a URL, and checks everything but the addresses of a name. */
  function readUrl(text: string): URL | FailedRequest {
    const url = URL.parse(text);
    if (url === null || !/^https?:$/.test(url.protocol)) return failed("invalid_url");
    if (url.username !== "" || url.password !== "") return failed("credentials");
    if (url.protocol === "http:" && !allowHttp) return failed("not_https");
    const host = hostName(url);
    // Node.js doesn't look these up.
    const refusal = isIP(host) ? refusalOf(url, [{ address: host, family: isIP(host) }]) : null;
    if (refusal !== null) return failed(refusal);
    const port = portNumber(url);
    return port >= 1024 || port === 443 || port === 80 || isNamed(url) ? url : failed("forbidden_port");
  }

  /** Returns the addresses of a host. Throws if there are none, or no requests are sent to one of them. */
  async function lookUp(url: URL): Promise<LookupAddress[]> {
    const isTrusted = isNamed(url);
    const key = `${url.hostname} ${isTrusted}`;
    // Look-ups can't be canceled, so all requests to a host wait for the same one.
    const lookup = lookups.get(key) ?? resolve(url.hostname, isTrusted).finally(() => lookups.delete(key));
    lookups.set(key, lookup);
    const addresses = await lookup;
    const refusal = refusalOf(url, addresses);
    if (refusal !== null) throw new ForbiddenAddressError(refusal);
    return addresses;
  }

  /** Looks up a host for a connection, which is made to one of exactly those addresses that were checked. */
  const checkedLookup =
    (url: URL): LookupFunction =>
    (_, { all }, callback) => {
      lookUp(url).then(
        (addresses) => {
          const [first = { address: "", family: 0 }] = addresses;
          if (all) callback(null, addresses);
          else callback(null, first.address, first.family);
        },
        (error) => callback(error, ""),
      );
    };

  function openRequest(url: URL, method: string, agent: HttpAgent | undefined, options: OutgoingRequest): ClientRequest {
    const host = hostName(url);
    return (url.protocol === "https:" ? httpsRequest : httpRequest)({
      method,
      protocol: url.protocol,
      host: isIP(host) ? host : url.hostname,
      port: portNumber(url),
      path: `${url.pathname}${url.search}`,
      // Without `accept-encoding`, some servers compress.
      headers: { "user-agent": "Gatehouse", ...options.headers, host: url.host, "accept-encoding": "identity" },
      agent,
      lookup: checkedLookup(url),
      servername: isIP(host) ? "" : host,
      maxHeaderSize: maxHeaderBytes,
      insecureHTTPParser: false,
    });
  }

  /** Sends a request, and again if that used a connection that the server has closed. `onRequest` gets each one, to end it. */
  async function exchange(url: URL, method: string, options: Exchange): Promise<Answer> {
    const request = openRequest(url, method, agents.get(url.protocol), options);
    try {
      return await getAnswer(request, options);
    } catch (error) {
      if (!request.reusedSocket || options.isStopped() || failureOf(error) !== "connection_closed") throw error;
      // Other open connections can be closed too, so this one is new.
      return getAnswer(openRequest(url, method, createAgent(url.protocol, false), options), options);
    }
  }

  return {
    /** Sends a request, and never throws. An answer has a status, of whatever kind: redirects aren't followed. */
    async send(
      method: "GET" | "POST",
      text: string,
      { timeoutMs = 15_000, maxBodyBytes = 4096, signal, ...options }: OutgoingRequest = {},
    ): Promise<RequestResult> {
      const startedAt = performance.now();
      const url = readUrl(text);
      if ("failure" in url) return { ...url, milliseconds: 0 };
      if (signal?.aborted) return { ...failed("canceled"), milliseconds: 0 };
      const state: { request?: ClientRequest; stopped?: RequestFailure } = {};
      const stop = (reason: RequestFailure) => {
        state.stopped = reason;
        state.request?.destroy();
      };
      const timer = setTimeout(stop, timeoutMs, "timeout");
      const cancel = () => stop("canceled");
      signal?.addEventListener("abort", cancel);
      const onRequest = (request: ClientRequest) => {
        state.request = request;
      };
      const result = await exchange(url, method, {
        ...options,
        maxBodyBytes,
        onRequest,
        isStopped: () => state.stopped !== undefined,
      }).catch((error) => failed(state.stopped ?? failureOf(error)));
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
      return { ...result, milliseconds: Math.round(performance.now() - startedAt) };
    },

    /** Returns why no request would be sent to a URL, or null. Looks up its host, and sends nothing. */
    async check(text: string): Promise<FailedRequest | null> {
      const url = readUrl(text);
      if ("failure" in url) return url;
      if (isIP(hostName(url))) return null;
      const failure = await withTimeout(
        lookUp(url).then(() => "none" as const, failureOf),
        checkTimeout,
      );
      return failure === "none" ? null : failed(failure ?? "unknown_host");
    },
  };
}

/** Sends the body of a request, and resolves with the answer once that has ended, or as much of it was received as is read. */
function getAnswer(request: ClientRequest, { body, maxBodyBytes, onRequest }: Exchange): Promise<Answer> {
  onRequest(request);
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    request.on("response", (response) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      let length = 0;
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > maxBodyBytes) response.destroy();
      });
      // The status decides, so a body that is cut off is enough.
      response.on("error", () => {});
      const finish = () => {
        const truncated = length > maxBodyBytes || !response.complete;
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: bodyText(chunks, maxBodyBytes, truncated),
          truncated,
        });
      };
      response.on("end", finish);
      response.on("close", finish);
    });
    request.on("error", (error) => {
      if (!isAnswered) reject(error);
    });
    // Also without an error, such as after a status of 101.
    request.on("close", () => {
      if (!isAnswered) reject(Object.assign(new Error("closed"), { code: "ECONNRESET" }));
    });
    request.end(body);
  });
}

/** Returns the text of the start of a body, without half of a character, and without NUL, which PostgreSQL can't store. */
const bodyText = (chunks: readonly Buffer[], maxBytes: number, truncated: boolean): string =>
  new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes), { stream: truncated }).replaceAll("\0", "\uFFFD");

let client: ReturnType<typeof outgoingClient> | undefined;

function defaultClient(): ReturnType<typeof outgoingClient> {
  const { WEBHOOK_ALLOWED_HOSTS: allowedHosts, WEBHOOK_ALLOW_HTTP: allowHttp } = env();
  client ??= outgoingClient({ allowedHosts, allowHttp });
  return client;
}

/** Posts to a URL that a person chose, within the settings of this installation. Never throws. */
export const postToUrl = (url: string, request: OutgoingRequest): Promise<RequestResult> => defaultClient().send("POST", url, request);

/** Gets a URL that a person chose, within the settings of this installation. Never throws. */
export const getUrl = (url: string, request: OutgoingRequest): Promise<RequestResult> => defaultClient().send("GET", url, request);

/** Returns why no request would be sent to a URL, or null. Looks up its host, and sends nothing. */
export const checkUrl = (url: string): Promise<FailedRequest | null> => defaultClient().check(url);
