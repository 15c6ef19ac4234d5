import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";

// Link-local addresses, at which cloud providers serve credentials of the machine, and the providers' other addresses for that.
const internalRanges = ["169.254.0.0/16", "100.100.100.200/32", "192.0.0.192/32", "168.63.129.16/32", "fe80::/10", "fd00:ec2::/32"].map(
  (range) => ipaddr.parseCIDR(range),
);

export const internalHostMessage =
  "This address isn't allowed, because it belongs to internal services of the machine or its hosting provider.";

/** Returns all addresses of a host name, or an IP address itself. Throws if there are none. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>;

export const resolveHost: ResolveHost = (host) => lookup(host.replace(/^\[|\]$/g, ""), { all: true });

/** Whether a host name or IP address is, or resolves to, a link-local address or a metadata service. Unknown hosts aren't. */
export async function isInternalHost(host: string): Promise<boolean> {
  return (await resolveHost(host).catch(() => [])).some(isInternalAddress);
}

/** Whether an address is a link-local address or one of a metadata service. */
export function isInternalAddress({ address }: LookupAddress): boolean {
  const parsed = embeddedAddress(ipaddr.process(address.replace(/%.*$/, "")));
  return internalRanges.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
}

/** Returns the IPv4 address that a NAT64 (RFC 6052) or 6to4 (RFC 3056) address leads to, and other addresses as they are. */
function embeddedAddress(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  const start = { rfc6052: 12, "6to4": 2 }[address.range() as string];
  return start === undefined ? address : new ipaddr.IPv4(address.toByteArray().slice(start, start + 4));
}
