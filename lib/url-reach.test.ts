import { expect, test } from "vitest";
import { describeLocalLinks, urlReach } from "./url-reach";

test.each([
  ["http://localhost:3000", "computer"],
  ["http://app.localhost", "computer"],
  ["http://localhost.:3000", "computer"],
  ["http://127.0.0.1", "computer"],
  ["http://127.8.9.1:8080", "computer"],
  ["http://2130706433", "computer"],
  ["http://[::1]:3000", "computer"],
  ["http://[::ffff:127.0.0.1]", "computer"],
  ["http://0.0.0.0:3000", "computer"],
  ["http://[::]", "computer"],
  ["http://192.168.1.20:3000", "network"],
  ["http://10.0.0.5", "network"],
  ["http://172.16.0.1", "network"],
  ["http://172.31.255.1", "network"],
  ["http://169.254.10.10", "network"],
  ["http://[fd12:3456::1]", "network"],
  ["http://[fe80::1]", "network"],
  ["http://gatehouse.local:3000", "network"],
  ["http://server.lan", "network"],
  ["http://gatehouse:3000", "network"],
  ["https://codes.example.org", "everywhere"],
  ["https://localhost.example.org", "everywhere"],
  ["http://172.32.0.1", "everywhere"],
  ["http://203.0.113.7", "everywhere"],
  ["https://10.example.org", "everywhere"],
  ["http://[2001:db8::1]", "everywhere"],
])("%s works: %s", (url, reach) => {
  expect(urlReach(url)).toBe(reach);
});

test("the warning says that links in a network don't work outside of it", () => {
  expect(describeLocalLinks("http://192.168.1.20:3000", "Links in emails")).toBe(
    "Links in emails point to http://192.168.1.20:3000, which only works in your network. Set APP_URL to the URL of your site in .env and restart Gatehouse.",
  );
  expect(describeLocalLinks("https://codes.example.org", "Links in emails")).toBeNull();
});
