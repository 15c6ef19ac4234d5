import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Connection, openConnections } from "./connections";

const second = 1000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

type Transporter = { close(): void };

/** Opens connections to a server that accepted `accepted` of 10 at once, so that there are emails waiting for one all the time. */
function startWith(accepted: number) {
  const connections = openConnections<Transporter>({ open: () => ({ close: () => {} }), max: 10, initial: 10 });
  const busy: Connection<Transporter>[] = [];
  const wait = () => void connections.acquire({ isFirst: false }).then((connection) => connection && busy.push(connection));
  for (let count = 0; count < 100; count++) wait();
  /** Sends an email over each connection, after some seconds. Those beyond what the server accepts are refused. Returns how many were used. */
  const send = async (seconds: number, handle: (connection: Connection<Transporter>) => void = accept): Promise<number> => {
    vi.advanceTimersByTime(seconds * second + 1);
    const round = busy.splice(0);
    for (const connection of round.filter(({ isProbe }) => !isProbe)) accept(connection);
    for (const connection of round.filter(({ isProbe }) => isProbe)) handle(connection);
    for (const _ of round) wait();
    await new Promise((resolve) => setImmediate(resolve));
    return busy.length;
  };
  const accept = (connection: Connection<Transporter>) => {
    connection.sent++;
    connections.release(connection);
  };
  const start = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    expect(busy).toHaveLength(10);
    for (const connection of busy.splice(accepted)) connections.refuse(connection);
  };
  return { connections, start, send, refuse: (connection: Connection<Transporter>) => void connections.refuse(connection) };
}

test("one more connection is tried 10 seconds after a refusal, and then one more each second, up to the most", async () => {
  const { connections, start, send } = startWith(3);
  await start();
  expect(connections.limits().connections).toBe(3);
  expect(await send(9)).toBe(3);
  expect(await send(1)).toBe(4);
  // The fourth has sent its first email only now.
  expect(await send(0.5)).toBe(4);
  const counts: number[] = [];
  for (let round = 0; round < 8; round++) counts.push(await send(1));
  expect(counts).toEqual([5, 5, 6, 6, 7, 7, 8, 8]);
  for (let round = 0; round < 10; round++) await send(1);
  expect(await send(600)).toBe(10);
  expect(connections.limits().connections).toBe(10);
});

test("one more connection is tried later and later while a server refuses it, at least every 10 minutes", async () => {
  const { connections, start, send, refuse } = startWith(3);
  await start();
  const waits: number[] = [];
  for (let wait = 0; waits.length < 8; wait++) {
    if ((await send(1, refuse)) === 3) continue;
    waits.push(wait + 1);
    wait = 0;
    await send(0, refuse);
  }
  expect(connections.limits().connections).toBe(3);
  expect(waits.map((wait) => Math.round(wait / 10) * 10)).toEqual([10, 20, 40, 80, 160, 320, 600, 600]);
});

test("the number of connections grows again after one was all that a server accepted", async () => {
  const { start, send } = startWith(1);
  await start();
  expect(await send(1)).toBe(1);
  expect(await send(10)).toBe(2);
});

test("the number of connections grows again if the one more that was tried ended for another reason", async () => {
  const { connections, start, send } = startWith(3);
  await start();
  expect(await send(10)).toBe(4);
  expect(await send(1, (connection) => connections.replace(connection, false))).toBe(3);
  expect(await send(10)).toBe(4);
});
