import { expect, test } from "vitest";
import { formatIpAddress, ipNetwork, isIpRange } from "./ip-network";

test.each([
  ["uses an IPv4 address as it is", "203.0.113.7", "203.0.113.7"],
  ["unwraps an IPv4 address in IPv6", "::ffff:203.0.113.7", "203.0.113.7"],
  ["uses the /64 of an IPv6 address", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["expands the short form", "2001:DB8:1:2::9", "2001:db8:1:2"],
  ["removes leading zeros", "2001:0db8:0001:0002:0000::9", "2001:db8:1:2"],
  ["expands a gap inside the /64", "2001:db8::9", "2001:db8:0:0"],
  ["expands the loopback address", "::1", "0:0:0:0"],
  ["removes a zone", "fe80::1%eth0", "fe80:0:0:0"],
  ["uses other text as it is", "unknown", "unknown"],
])("%s", (_, address, expected) => {
  expect(ipNetwork(address)).toBe(expected);
});

test("an IPv4 address in IPv6 is written as IPv4, and other IPv6 addresses in their short form", () => {
  expect(["203.0.113.7", "::ffff:203.0.113.7", "::ffff:cb00:7107", "2001:DB8:0:0::5", ""].map(formatIpAddress)).toEqual([
    "203.0.113.7",
    "203.0.113.7",
    "203.0.113.7",
    "2001:db8::5",
    "",
  ]);
});

test("only IP addresses and CIDR ranges are accepted as ranges", () => {
  expect(["10.0.0.1", "10.0.0.0/8", "::1", "2001:db8::/32", "::1/128"].filter((text) => !isIpRange(text))).toEqual([]);
  expect(
    ["", "10/8", "10.0.0.0/33", "::1/129", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/-1", "proxy", "10.0.0.256"].filter(isIpRange),
  ).toEqual([]);
});
