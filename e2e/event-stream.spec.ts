import { callApi } from "./harness/api";
import { allowLiveUpdates, expect, test } from "./harness/fixtures";
import { site } from "./harness/site";
import { signIn } from "./harness/staff";

test("a page of the dashboard's origin hears of a claim by an EventSource, and a reader with a key by a long poll", async ({
  page,
  context,
}) => {
  const { baseUrl, secretKey: key } = site();
  await allowLiveUpdates(context);
  await signIn(context);
  await page.goto("/dashboard/settings/keys");
  await page.evaluate(() => {
    const source = new EventSource("/api/events/stream?types=code.claimed");
    const heard: string[] = [];
    Object.assign(window, { source, heard });
    source.addEventListener("code.claimed", ({ data }) => heard.push(JSON.parse(data).data.code));
    return new Promise((resolve) => source.addEventListener("open", resolve));
  });
  const headers = { Authorization: `Bearer ${key}` };
  const feed = (query: string) =>
    fetch(`${baseUrl}/api/events/feed?types=code.claimed&${query}`, { headers }).then((response) => response.json());
  const { cursor } = await feed("after=now");
  const waiting = feed(`after=${cursor}&wait=30`);
  const [{ code }] = (await callApi(`${baseUrl}/api/codes/generate`, { key, body: { amount: 1 } })).data;
  await callApi(`${baseUrl}/api/codes/claim`, { key, body: { code, email: "stream@example.org" } });
  await expect.poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toContain(code);
  await page.evaluate(() => (window as unknown as { source: EventSource }).source.close());
  // Other tests claim codes too.
  const heard = [...(await waiting).data, ...(await feed(`after=${cursor}&limit=1000`)).data];
  expect(heard.map(({ data }) => data.code)).toContain(code);
});

test("the stream answers HEAD without a body, and many readers who leave don't keep it busy", async () => {
  const { baseUrl, secretKey: key } = site();
  const headers = { Authorization: `Bearer ${key}` };
  const url = `${baseUrl}/api/events/stream`;
  const head = await fetch(url, { method: "HEAD", headers, signal: AbortSignal.timeout(20_000) });
  expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([200, "text/event-stream", ""]);
  for (let n = 0; n < 40; n++) {
    const leaving = new AbortController();
    const response = await fetch(url, { headers, signal: leaving.signal });
    const { value } = (await response.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain("retry: ");
    leaving.abort();
  }
  expect((await fetch(`${baseUrl}/api/events?limit=1`, { headers })).status).toBe(200);
});
