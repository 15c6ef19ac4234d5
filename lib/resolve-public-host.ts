import { Resolver } from "node:dns/promises";
import { type ResolveHost, resolveHost } from "./internal-hosts";

type DnsOptions = { servers?: readonly string[]; timeoutMs?: number };

/** How often each DNS server is asked. */
const tries = 2;

/** Asks the DNS servers for all addresses of a host, of both families. Throws if there are none. */
export async function resolveByDns(host: string, { servers, timeoutMs = 2000 }: DnsOptions = {}): ReturnType<ResolveHost> {
  // A new one knows the DNS servers that the system has now.
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers) resolver.setServers(servers);
  const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = results.flatMap((result, index) =>
    result.status === "fulfilled" ? result.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  );
  if (addresses.length > 0) return addresses;
  const errors = results.map((result) => (result.status === "rejected" ? result.reason : null));
  throw errors.find((error) => !isUnknown(error)) ?? errors[0];
}

/** Whether DNS servers say that a host doesn't exist, or there are none. */
const isUnknown = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["ENOTFOUND", "ENODATA", "ECONNREFUSED"].includes(String(error.code));

type Resolvers = { dns?: ResolveHost; system?: ResolveHost };

/**
 * Returns a function that looks up hosts that anyone can choose. The system's look-up, which knows other names than those of DNS, has only two
 * of the threads of Node.js, and keeps one as long as a DNS server doesn't answer. So it is only asked for what DNS doesn't know, and for one
 * host at a time.
 */
export function publicHostResolver({ dns = resolveByDns, system = resolveHost }: Resolvers = {}): ResolveHost {
  let last: Promise<unknown> = Promise.resolve();
  return async (host) => {
    try {
      return await dns(host);
    } catch (error) {
      if (!isUnknown(error)) throw Object.assign(new Error("DNS servers didn't answer", { cause: error }), { code: "ENOTFOUND" });
    }
    const lookup = last.then(() => system(host));
    last = lookup.catch(() => {});
    return lookup;
  };
}
