import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { expect, onTestFinished, test } from "vitest";
import { resolveHost } from "./internal-hosts";
import { publicHostResolver, resolveByDns } from "./resolve-public-host";

/** Starts a DNS server, and returns its address. */
async function startDns(answer: (query: Buffer) => Buffer | null): Promise<string> {
  const socket: Socket = createSocket("udp4");
  socket.on("message", (query: Buffer, { port, address }: RemoteInfo) => {
    const response = answer(query);
    if (response) socket.send(response, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    socket.close();
  });
  return `127.0.0.1:${socket.address().port}`;
}

const types = { a: 1, aaaa: 28 } as const;

/** Answers a query (RFC 1035, section 4.1) for one type with an address, or for another type with nothing. */
function answerQuery(query: Buffer, type: number, address: readonly number[], responseCode = 0): Buffer {
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const isOfType = question.readUInt16BE(question.length - 4) === type;
  const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80 + responseCode, 0, 1, 0, isOfType ? 1 : 0, 0, 0, 0, 0]);
  const record = [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address];
  return Buffer.concat([header, question, Buffer.from(isOfType ? record : [])]);
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "found",
    ({ code }) => code,
  );

test("DNS servers say the addresses of a host, or that there is none", async () => {
  const ipv4 = await startDns((query) => answerQuery(query, types.a, [192, 0, 2, 7]));
  expect(await resolveByDns("a.example", { servers: [ipv4] })).toEqual([{ address: "192.0.2.7", family: 4 }]);
  const ipv6 = await startDns((query) => answerQuery(query, types.aaaa, [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]));
  expect(await resolveByDns("b.example", { servers: [ipv6] })).toEqual([{ address: "2001:db8::1", family: 6 }]);
  const unknown = await startDns((query) => answerQuery(query, 0, [], 3));
  expect(await codeOf(resolveByDns("c.example", { servers: [unknown] }))).toBe("ENOTFOUND");
});

test("a DNS server that doesn't answer delays only look-ups of its hosts", async () => {
  const hanging = await startDns(() => null);
  const asked: string[] = [];
  const resolve = publicHostResolver({
    dns: (host) =>
      host === "known.example"
        ? Promise.resolve([{ address: "8.8.8.8", family: 4 }])
        : resolveByDns(host, { servers: [hanging], timeoutMs: 500 }),
    system: async (host) => {
      asked.push(host);
      return [];
    },
  });
  const ended: string[] = [];
  const hosts = Array.from({ length: 50 }, (_, index) => `hanging-${index}.example`);
  const slow = hosts.map((host) => codeOf(resolve(host)).finally(() => ended.push(host)));
  expect(await resolve("known.example")).toEqual([{ address: "8.8.8.8", family: 4 }]);
  // What Node.js looks up in its threads, such as the host of the database.
  expect(await resolveHost("localhost")).not.toEqual([]);
  expect(ended).toEqual([]);
  expect(new Set(await Promise.all(slow))).toEqual(new Set(["ENOTFOUND"]));
  expect(asked).toEqual([]);
});

test("a host that DNS doesn't know is looked up as the system does, one at a time", async () => {
  const waiting: (() => void)[] = [];
  const resolve = publicHostResolver({
    dns: () => Promise.reject(Object.assign(new Error("unknown"), { code: "ENODATA" })),
    system: (host) =>
      new Promise((found, refuse) => {
        waiting.push(() => (host === "first" ? refuse(new Error("not here either")) : found([{ address: "127.0.0.1", family: 4 }])));
      }),
  });
  const [first, second] = [resolve("first"), resolve("second")];
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  await expect(first).rejects.toThrow("not here either");
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.();
  expect(await second).toEqual([{ address: "127.0.0.1", family: 4 }]);
});
