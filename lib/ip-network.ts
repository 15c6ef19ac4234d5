import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** Returns an IP address in its usual notation. IPv4 addresses that are written as IPv6 become IPv4. */
export function formatIpAddress(ipAddress: string): string {
  // Node's notation of IPv4 clients, which every request has. Parsing it would take 3 % of a lookup.
  const ipv4Address = ipAddress.replace("::ffff:", "");
  if (isIPv4(ipv4Address)) return ipv4Address;
  return isIP(ipAddress) ? ipaddr.process(ipAddress).toString() : ipAddress;
}

/** Returns the address of an entry of `X-Forwarded-For`: some proxies add the port, brackets, quotes or the zone of an IPv6 address. */
export function forwardedAddress(entry: string): string {
  const text = entry.trim().replace(/^"(.*)"$/, "$1");
  const [, bracketed, ipv4] = /^(?:\[([^\]]+)\](?::\d*)?|([\d.]+):\d*)$/.exec(text) ?? [];
  return (bracketed ?? ipv4 ?? text).replace(/%.*$/, "");
}

/** Returns the part of an IP address that identifies one client: the whole IPv4 address or the /64 prefix of an IPv6 address. */
export function ipNetwork(ipAddress: string): string {
  return ipv6Prefix(ipAddress, 4) ?? (isIP(ipAddress) ? ipaddr.process(ipAddress).toString() : ipAddress);
}

/** Returns the /48 prefix of an IPv6 address, which one organization can have, or null for other addresses. */
export const ipSite = (ipAddress: string): string | null => ipv6Prefix(ipAddress, 3);

/** Returns the first groups of 16 bits of an IPv6 address, or null for other addresses. */
function ipv6Prefix(ipAddress: string, groupCount: number): string | null {
  if (!isIP(ipAddress)) return null;
  const address = ipaddr.process(ipAddress);
  if (!(address instanceof ipaddr.IPv6)) return null;
  return address.parts
    .slice(0, groupCount)
    .map((part) => part.toString(16))
    .join(":");
}

/** Whether the text is an IP address, or a range in CIDR notation such as 10.0.0.0/8. */
export const isIpRange = (text: string): boolean => isIP(text) > 0 || (isIP(text.split("/")[0] ?? "") > 0 && ipaddr.isValidCIDR(text));
