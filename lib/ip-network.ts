/** Returns the part of an IP address that identifies one client: the whole IPv4 address or the /64 prefix of an IPv6 address. */
export function ipNetwork(ipAddress: string): string {
  const ip = ipAddress.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = ip.split("%")[0]?.toLowerCase().split("::") ?? [];
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups =
    tail === undefined ? before : [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0"), ...after];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
