import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";

// Link-local addresses, at which cloud providers serve credentials of the machine, and the providers' other addresses for that.
const internalRanges = ["169.254.0.0/16", "100.100.100.200/32", "192.0.0.192/32", "168.63.129.16/32", "fe80::/10", "fd00:ec2::/32"].map(
  (range) => ipaddr.parseCIDR(range),
);

/** The addresses by which NAT64 (RFC 6052) leads to every IPv4 address. */
const nat64 = ipaddr.parseCIDR("64:ff9b::/96");

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

/** Addresses of the internet: the only IPv6 addresses in use so far, and all of IPv4. */
const internet = ["2000::/3", "0.0.0.0/0"].map((range) => ipaddr.parseCIDR(range));

/**
 * Whether an address is one of the internet: not private, reserved, for documentation, or internal to a machine or its hosting provider. Of
 * addresses that lead to an IPv4 address, only those of NAT64 can be, because a machine without IPv4 reaches every IPv4 address by one.
 */
export function isPublicAddress({ address }: LookupAddress): boolean {
  if (!ipaddr.isValid(address) || isInternalAddress({ address, family: 0 })) return false;
  const parsed = ipaddr.parse(address);
  const target = parsed.kind() === "ipv6" && parsed.match(nat64[0], nat64[1]) ? embeddedAddress(parsed) : parsed;
  return (
    target.range() === "unicast" && internet.some(([network, bits]) => target.kind() === network.kind() && target.match(network, bits))
  );
}

/** A host that is named in the settings, with a port or with all. */
export type NamedHost = { host: string; port: number | null };

/** Reads `host` or `host:port`, with IPv6 addresses in brackets. Returns null for other texts. */
export function parseNamedHost(text: string): NamedHost | null {
  const [, host, port] = /^(\[[^\]]+\]|[^:/?#@\\[\]\s]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const url = URL.parse(`https://${host}/`);
  return host === undefined || url === null ? null : { host: hostName(url), port: port === undefined ? null : Number(port) };
}

/** Returns the host of a URL: a name without a dot at the end, or an IP address without brackets. */
export const hostName = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.$/g, "");

/** Returns the IPv4 address that a NAT64 (RFC 6052) or 6to4 (RFC 3056) address leads to, and other addresses as they are. */
function embeddedAddress(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  const start = { rfc6052: 12, "6to4": 2 }[address.range() as string];
  return start === undefined ? address : new ipaddr.IPv4(address.toByteArray().slice(start, start + 4));
}
