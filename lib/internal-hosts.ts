import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";

// Link-local addresses, at which cloud providers serve credentials of the machine, and the providers' other addresses for that.
const internalRanges = ["169.254.0.0/16", "100.100.100.200/32", "192.0.0.192/32", "168.63.129.16/32", "fe80::/10", "fd00:ec2::/32"].map(
  (range) => ipaddr.parseCIDR(range),
);

export const internalHostMessage =
  "This address isn't allowed, because it belongs to internal services of the machine or its hosting provider.";

/** Whether a host name or IP address is, or resolves to, a link-local address or a metadata service. Unknown hosts aren't. */
export async function isInternalHost(host: string): Promise<boolean> {
  const addresses = await lookup(host.replace(/^\[|\]$/g, ""), { all: true }).catch(() => []);
  return addresses.some(({ address }) => {
    const parsed = ipaddr.process(address.replace(/%.*$/, ""));
    return internalRanges.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
  });
}
