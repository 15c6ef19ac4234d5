import { once } from "node:events";
import { createServer as createHttpServer, get, type RequestListener, setGlobalProxyFromEnv } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer, isIP, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { createCertificate } from "@/tests/harness/certificate";
import { InvalidEnvironmentError, readEnv } from "./env";
import { parseNamedHost, type ResolveHost } from "./internal-hosts";
import { checkUrl, outgoingClient, postToUrl, type RequestResult } from "./outgoing-request";

const host = "hooks.example.org";
const loopback: ResolveHost = async () => [{ address: "127.0.0.1", family: 4 }];

/** A client that sends requests to servers of a test, which are all at `hooks.example.org`. */
const testClient = (options: Parameters<typeof outgoingClient>[0] = {}) =>
  outgoingClient({ allowedHosts: [{ host, port: null }], allowHttp: true, resolve: loopback, ...options });

/** Starts a server, and returns its port. It ends with the test, and its connections as well. */
async function start(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  for (const event of ["connection", "secureConnection"]) server.on(event, (socket: Socket) => sockets.add(socket.on("error", () => {})));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

const startHttp = async (listener: RequestListener): Promise<string> => `http://${host}:${await start(createHttpServer(listener))}/hook`;

/** Starts a server that writes these bytes to each connection once it has received something. */
const startRaw = async (respond: (socket: Socket) => unknown): Promise<string> =>
  `http://${host}:${await start(createServer((socket) => socket.once("data", () => respond(socket))))}/hook`;

const failure = (result: RequestResult) => ("failure" in result ? result.failure : result);

describe("answers", () => {
  test("has the status, the headers and the body, and sends what it was given", async () => {
    const url = await startHttp(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      const { host: hostHeader, "content-length": length, "webhook-id": id } = request.headers;
      response.writeHead(201, { "x-name": "value" }).end(JSON.stringify([request.method, request.url, hostHeader, length, id, body]));
    });
    const result = await testClient().send("POST", `${url}?a=%20b#part`, { headers: { "webhook-id": "1" }, body: "é" });
    expect(result).toMatchObject({ status: 201, headers: { "x-name": "value" }, truncated: false, milliseconds: expect.any(Number) });
    expect(JSON.parse("body" in result ? result.body : "")).toEqual(["POST", "/hook?a=%20b", new URL(url).host, "2", "1", "é"]);
  });

  test("doesn't follow redirects", async () => {
    const other = await startHttp((_, response) => response.end("followed"));
    const url = await startHttp((_, response) => response.writeHead(307, { location: other }).end());
    expect(await testClient().send("POST", url, { body: "{}" })).toMatchObject({ status: 307, body: "", headers: { location: other } });
  });

  test("reads a body up to its limit and closes the connection, without decompressing it", async () => {
    let written = 0;
    const closed = Promise.withResolvers<void>();
    const huge = await startHttp((_, response) => {
      response.on("close", closed.resolve);
      response.writeHead(200);
      const write = () => {
        while (!response.destroyed && response.write("é".repeat(10_000))) written += 20_000;
      };
      response.on("drain", write);
      write();
    });
    expect(await testClient().send("POST", huge, { maxBodyBytes: 4097 })).toMatchObject({
      status: 200,
      body: "é".repeat(2048),
      truncated: true,
    });
    await closed.promise;
    expect(written).toBeLessThan(20_000_000);

    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const compressed = await startHttp((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
    const result = await testClient().send("POST", compressed, { maxBodyBytes: 1000 });
    expect(result).toMatchObject({ status: 200, truncated: true });
    expect("body" in result && result.body.length).toBeLessThanOrEqual(1000);
  });

  test("are never those of a proxy in the environment, unlike other requests of Node.js", async () => {
    const url = await startHttp((_, response) => response.end("direct"));
    const proxy = await startHttp((_, response) => response.end("proxy"));
    onTestFinished(setGlobalProxyFromEnv({ ...process.env, http_proxy: new URL(proxy.replace(host, "127.0.0.1")).origin }));
    const [response] = await once(get(url), "response");
    expect(await text(response)).toBe("proxy");
    expect(await testClient().send("POST", url)).toMatchObject({ body: "direct" });
  });

  test("has no NUL in the body, which PostgreSQL can't store", async () => {
    const url = await startHttp((_, response) => response.end("a\0b"));
    expect(await testClient().send("POST", url)).toMatchObject({ body: "a\uFFFDb", truncated: false });
  });

  test("keeps the status of a server whose body never ends or is cut off", async () => {
    const trickle = await startHttp((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(timer));
    });
    expect(await testClient().send("POST", trickle, { timeoutMs: 300 })).toMatchObject({ status: 200, truncated: true });
    const cut = await startRaw((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"));
    expect(await testClient().send("POST", cut)).toMatchObject({ status: 200, body: "half", truncated: true });
    const garbage = await startRaw((socket) => socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nx\r\n"));
    expect(await testClient().send("POST", garbage)).toMatchObject({ status: 200, body: "half", truncated: true });
  });

  test.each([
    ["HTTP/1.0 200 OK\r\n\r\nold", "old"],
    ["HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nnew", "new"],
    ["HTTP/1.1 204 No Content\r\n\r\n", ""],
  ])("understands %j", async (response, body) => {
    const url = await startRaw((socket) => socket.end(response));
    expect(await testClient().send("POST", url)).toMatchObject({ body, truncated: false });
  });
});

describe("failures", () => {
  const endless = (first: string, next: string) => (socket: Socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(next), 20);
    socket.on("close", () => clearInterval(timer));
  };

  test.each<[string, (socket: Socket) => unknown, string]>([
    ["a server that hangs", () => {}, "timeout"],
    ["headers that never end", endless("HTTP/1.1 200 OK\r\n", "x: y\r\n"), "timeout"],
    ["informational responses that never end", endless("", "HTTP/1.1 102 Processing\r\n\r\n"), "timeout"],
    ["headers that are too long", (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(20_000)}\r\n\r\n`), "invalid_answer"],
    ["an answer without a status", (socket) => socket.end("<html>HTTP/0.9</html>"), "invalid_answer"],
    ["two lengths", (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na"), "invalid_answer"],
    ["a server that closes early", (socket) => socket.end(), "connection_closed"],
    ["a server that resets the connection", (socket) => socket.resetAndDestroy(), "connection_closed"],
    [
      "another protocol that wasn't asked for",
      (socket) => socket.write("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
      "connection_closed",
    ],
  ])("ends with %s", async (_, respond, expected) => {
    const url = await startRaw(respond);
    const result = await testClient().send("POST", url, { body: "{}", timeoutMs: 400 });
    expect(failure(result)).toBe(expected);
    expect(result.milliseconds).toBeLessThan(1000);
  });

  test("names a refused connection, an unknown host and headers that can't be sent", async () => {
    const server = createServer();
    const port = await start(server);
    await new Promise((resolve) => server.close(resolve));
    expect(failure(await testClient().send("POST", `http://${host}:${port}/`))).toBe("connection_refused");
    const unknown: ResolveHost = () => Promise.reject(Object.assign(new Error("not found"), { code: "ENOTFOUND" }));
    expect(failure(await testClient({ resolve: unknown }).send("POST", `https://${host}/`))).toBe("unknown_host");
    expect(failure(await testClient().send("POST", `http://${host}/`, { headers: { a: "b\r\nc: d" } }))).toBe("not_sent");
  });

  test("ends in time if the look-up hangs, and asks once for all requests to the host", async () => {
    let count = 0;
    const client = testClient({
      resolve: () => {
        count++;
        return new Promise(() => {});
      },
    });
    const results = await Promise.all([1, 2, 3].map(() => client.send("POST", `https://${host}/`, { timeoutMs: 100 })));
    expect(results.map(failure)).toEqual(["timeout", "timeout", "timeout"]);
    expect(count).toBe(1);
  });

  test("can be canceled, also before it is sent", async () => {
    const url = await startRaw(() => {});
    const canceled = new AbortController();
    const sent = testClient().send("POST", url, { signal: canceled.signal });
    canceled.abort();
    expect(failure(await sent)).toBe("canceled");
    expect(failure(await testClient().send("POST", url, { signal: canceled.signal }))).toBe("canceled");
  });
});

describe("TLS", () => {
  const startTls = (certificate: { key: string; cert: string }) =>
    start(createHttpsServer(certificate, (_, response) => response.end("ok")));

  test("verifies the certificate, also if Node.js is told not to", async () => {
    const certificate = createCertificate(host);
    const port = await startTls(certificate);
    expect(await testClient({ ca: certificate.cert }).send("POST", `https://${host}:${port}/`)).toMatchObject({ status: 200, body: "ok" });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    onTestFinished(() => {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    });
    expect(failure(await testClient().send("POST", `https://${host}:${port}/`))).toBe("invalid_certificate");
  });

  test.each([
    ["for another host", createCertificate("other.example.org")],
    ["that has expired", createCertificate(host, { until: new Date(0) })],
  ])("refuses a certificate %s", async (_, certificate) => {
    const port = await startTls(certificate);
    const result = await testClient({ ca: certificate.cert }).send("POST", `https://${host}:${port}/`);
    expect(failure(result)).toBe("invalid_certificate");
  });

  test("refuses the certificate of a name for an IP address", async () => {
    const certificate = createCertificate(host);
    const port = await startTls(certificate);
    const client = outgoingClient({ allowedHosts: [{ host: "127.0.0.1", port: null }], ca: certificate.cert });
    expect(failure(await client.send("POST", `https://127.0.0.1:${port}/`))).toBe("invalid_certificate");
  });

  test("ends with servers that don't speak TLS, or never finish the handshake", async () => {
    const plain = new URL(await startRaw((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")));
    expect(failure(await testClient().send("POST", `https://${plain.host}/`))).toBe("encryption_failed");
    const hanging = new URL(await startRaw(() => {}));
    expect(failure(await testClient().send("POST", `https://${hanging.host}/`, { timeoutMs: 200 }))).toBe("timeout");
  });
});

describe("addresses", () => {
  const client = outgoingClient({ resolve: async (name) => [{ address: name.replace(/^\[|\]$/g, ""), family: isIP(name) || 6 }] });
  const resolvesTo = (...addresses: string[]) =>
    outgoingClient({ resolve: async () => addresses.map((address) => ({ address, family: isIP(address) })) });

  test.each([
    // Of IPv4, in all notations.
    ...["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0x7f.1", "127.0.0.1.", "①②⑦.⓪.⓪.①", "0", "0.0.0.0", "10.0.0.5"],
    ...["172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "169.254.169.254", "100.100.100.200", "168.63.129.16", "192.0.0.192"],
    ...["192.0.0.1", "192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "192.88.99.1", "224.0.0.1", "239.255.255.255", "240.0.0.1"],
    "255.255.255.255",
    // Of IPv6.
    ...["[::1]", "[::]", "[fe80::1]", "[fc00::1]", "[fd12:3456::1]", "[fec0::1]", "[ff02::1]", "[2001:db8::1]", "[3fff::1]", "[100::1]"],
    ...["[5f00::1]", "[4000::1]", "[2001:2::1]", "[2001:10::1]", "[fd00:ec2::254]"],
    // Of IPv4 in IPv6.
    ...["[::ffff:127.0.0.1]", "[::ffff:8.8.8.8]", "[::127.0.0.1]", "[::8.8.8.8]", "[::ffff:0:127.0.0.1]", "[::ffff:0:8.8.8.8]"],
    ...["[64:ff9b::127.0.0.1]", "[64:ff9b::10.0.0.1]", "[64:ff9b::169.254.169.254]", "[64:ff9b:1::8.8.8.8]", "[2002:7f00:1::]"],
    ...["[2002:808:808::1]", "[2001::1]", "[2001:0:808:808::1]"],
  ])("refuses %s, written in the URL or found by the look-up", async (address) => {
    const url = `https://${address}/`;
    const refused = expect.stringMatching(/^(forbidden|internal)_address$/);
    expect(failure(await client.send("POST", url))).toEqual(refused);
    expect(await client.check(url)).toMatchObject({ failure: refused });
    const found = resolvesTo(new URL(url).hostname.replace(/^\[|\]$/g, ""));
    expect(failure(await found.send("POST", "https://example.org/"))).toEqual(refused);
    expect(await found.check("https://example.org/")).toMatchObject({ failure: refused });
  });

  test.each(["169.254.169.254", "100.100.100.200", "[fe80::1]", "[fd00:ec2::254]", "[64:ff9b::169.254.169.254]"])(
    "doesn't say that a setting can allow %s",
    async (address) => {
      const refused = { failure: "internal_address", message: expect.stringContaining("No setting allows it.") };
      expect(await client.check(`https://${address}/`)).toMatchObject(refused);
      expect(await resolvesTo(address.replace(/^\[|\]$/g, "")).check("https://example.org/")).toMatchObject(refused);
    },
  );

  test.each([
    "8.8.8.8",
    "172.32.0.1",
    "100.128.0.1",
    "198.20.0.1",
    "[2606:4700::1111]",
    "[2a00:1450::1]",
    "[64:ff9b::8.8.8.8]",
    "example.org",
  ])("allows %s", async (address) => {
    expect(await resolvesTo("8.8.8.8").check(`https://${address}/`)).toBeNull();
    expect(await resolvesTo("8.8.8.8").check(`https://${address}:8443/`)).toBeNull();
  });

  test("refuses a name if one of its addresses is refused", async () => {
    expect(await resolvesTo("8.8.8.8", "10.0.0.1").check("https://example.org/")).toMatchObject({ failure: "forbidden_address" });
  });

  test.each([
    ["http://example.org/", "not_https"],
    ["ftp://example.org/", "invalid_url"],
    ["example.org", "invalid_url"],
    ["https://[fe80::1%25eth0]/", "invalid_url"],
    ["https://user@example.org/", "credentials"],
    ["https://user:password@example.org/", "credentials"],
    ["https://example.org:25/", "forbidden_port"],
    ["https://example.org:0/", "forbidden_port"],
    ["https://localhost/", "forbidden_address"],
    ["https://no-such-host.invalid/", "unknown_host"],
  ])("refuses %s", async (url, expected) => {
    const systemClient = outgoingClient({});
    expect(await systemClient.check(url)).toMatchObject({ failure: expected });
    expect(failure(await systemClient.send("POST", url))).toBe(expected);
  });

  test("connects to the address that was checked, and checks that of each connection", async () => {
    let count = 0;
    const url = await startHttp((_, response) => {
      count++;
      response.setHeader("connection", "close").end();
    });
    const lists = [["127.0.0.1"], ["169.254.169.254"]];
    const rebinding = testClient({ resolve: async () => (lists.shift() ?? []).map((address) => ({ address, family: 4 })) });
    expect(await rebinding.send("POST", url)).toMatchObject({ status: 200 });
    expect(failure(await rebinding.send("POST", url))).toBe("internal_address");
    expect(count).toBe(1);
  });

  test("allows only named hosts in private networks, on their port, and never internal services of the hosting provider", async () => {
    const named = (text: string) => outgoingClient({ allowedHosts: [parseNamedHost(text) ?? expect.fail()], resolve: loopback });
    expect(await named("n8n.internal").check("https://N8N.internal./")).toBeNull();
    expect(await named("n8n.internal:8443").check("https://n8n.internal:8443/")).toBeNull();
    expect(await named("n8n.internal:443").check("https://n8n.internal/")).toBeNull();
    expect(await named("n8n.internal:443").check("https://n8n.internal:8443/")).toMatchObject({ failure: "forbidden_address" });
    expect(await named("n8n.internal").check("https://other.internal/")).toMatchObject({ failure: "forbidden_address" });
    expect(await named("10.0.0.5").check("https://10.0.0.5/")).toBeNull();
    expect(await named("10.0.0.5").check("https://10.0.0.6/")).toMatchObject({ failure: "forbidden_address" });
    expect(await named("[fd12::1]:9000").check("https://[fd12:0::1]:9000/")).toBeNull();
    expect(await named("169.254.169.254").check("https://169.254.169.254/")).toMatchObject({ failure: "internal_address" });
  });

  test("looks up only named hosts as the system does", async () => {
    const asked: string[] = [];
    const client = outgoingClient({
      allowedHosts: [{ host: "n8n.internal", port: 5678 }],
      resolve: (name, isNamed) => {
        asked.push(`${name} ${isNamed}`);
        return Promise.resolve([{ address: "8.8.8.8", family: 4 }]);
      },
    });
    for (const authority of ["n8n.internal:5678", "n8n.internal:8443", "example.org"]) await client.check(`https://${authority}/`);
    expect(asked).toEqual(["n8n.internal true", "n8n.internal false", "example.org false"]);
  });

  test("refuses private networks unless the settings allow them", async () => {
    expect(await checkUrl("https://10.0.0.1/")).toMatchObject({ failure: "forbidden_address" });
    expect(failure(await postToUrl("https://10.0.0.1/", { body: "{}" }))).toBe("forbidden_address");
  });

  test("reads the named hosts from the settings", () => {
    const hosts = (WEBHOOK_ALLOWED_HOSTS: string) => readEnv({ WEBHOOK_ALLOWED_HOSTS }).WEBHOOK_ALLOWED_HOSTS;
    expect(hosts("n8n.internal:5678, 10.0.0.5,[fd12::1]:80")).toEqual([
      { host: "n8n.internal", port: 5678 },
      { host: "10.0.0.5", port: null },
      { host: "fd12::1", port: 80 },
    ]);
    expect(hosts("")).toEqual([]);
    for (const invalid of ["http://a.internal", "a b", "user@a", "a/b", "a:port", "fd12::1"])
      expect(() => hosts(invalid)).toThrow(InvalidEnvironmentError);
    expect(readEnv({}).WEBHOOK_ALLOW_HTTP).toBe(false);
    expect(readEnv({ WEBHOOK_ALLOW_HTTP: "true" }).WEBHOOK_ALLOW_HTTP).toBe(true);
  });
});

describe("connections", () => {
  test("are used again", async () => {
    const ports = new Set<number | undefined>();
    const url = await startHttp((request, response) => {
      ports.add(request.socket.remotePort);
      response.end("ok");
    });
    const client = testClient();
    for (let count = 0; count < 5; count++) await client.send("POST", url, { body: "{}" });
    expect(ports.size).toBe(1);
  });

  test("are opened again if the server closes one that was used before, and only then", async () => {
    let count = 0;
    const requests: number[] = [];
    const server = createServer((socket) => {
      const connection = ++count;
      let received = 0;
      socket.on("data", () => {
        requests.push(connection);
        if (++received > 1) socket.destroy();
        else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
      });
    });
    const url = `http://${host}:${await start(server)}/`;
    const client = testClient();
    expect(await client.send("POST", url)).toMatchObject({ status: 200 });
    expect(await client.send("POST", url)).toMatchObject({ status: 200 });
    // The second was sent on the first connection, which the server closed, and then on a new one.
    expect(requests).toEqual([1, 1, 2]);
  });

  test("of a server that hangs don't keep others from getting theirs", async () => {
    const hanging = await startRaw(() => {});
    const url = await startHttp((_, response) => response.end("ok"));
    const client = testClient();
    const stop = new AbortController();
    const hung = Array.from({ length: 100 }, () => client.send("POST", hanging, { signal: stop.signal }));
    await wait(50);
    const results = await Promise.all(Array.from({ length: 20 }, () => client.send("POST", url, { timeoutMs: 1000 })));
    expect(results.map((result) => "status" in result && result.status)).toEqual(results.map(() => 200));
    stop.abort();
    expect(new Set((await Promise.all(hung)).map(failure))).toEqual(new Set(["canceled"]));
  });
});
