import { afterEach, expect, test, vi } from "vitest";
import { idBefore } from "@/core/events/feed";
import { newId } from "@/lib/ids";
import { createFeedPlace, createPace } from "./lane-state";

afterEach(() => void vi.useRealTimers());

const ids = Array.from({ length: 4 }, newId).toSorted() as [string, string, string, string];
const start = idBefore(ids[0]);

test("a position is right before the first event whose result isn't saved", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const feed = createFeedPlace(start);
  feed.read(ids.slice(0, 3), ids[3]);
  feed.finish([ids[1], newId()]);
  expect(feed.donePosition()).toBe(start);
  feed.finish([ids[0]]);
  // The result of the last one is being saved.
  expect(feed.donePosition([ids[2]])).toBe(ids[3]);
  vi.advanceTimersByTime(61_000);
  const save = vi.fn(async () => {});
  await feed.saveIfOld(save);
  expect(save).toHaveBeenCalledExactlyOnceWith(idBefore(ids[2]));
  feed.finish([ids[2]]);
  expect(feed.donePosition()).toBe(ids[3]);
});

test("a position never skips events that are read again", () => {
  const feed = createFeedPlace(start);
  feed.read(ids.slice(0, 3), ids[3]);
  // Only the second one is being sent.
  feed.rewind([ids[0], ids[2]]);
  expect(feed.donePosition()).toBe(start);
  feed.read(ids.slice(0, 3), ids[3]);
  expect(feed.donePosition()).toBe(start);
  feed.finish([ids[0]]);
  expect(feed.donePosition()).toBe(idBefore(ids[1]));
});

test("a pause doesn't become longer when the clock is set back", () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const pace = createPace(null);
  pace.record({ outcome: "slow", retryAfterMs: 3000 });
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(pace.pauseLeft()).toBeLessThanOrEqual(3000);
  vi.advanceTimersByTime(3000);
  expect(pace.pauseLeft()).toBe(0);
  expect(pace.slowUntil()).toBeNull();
});

test("many requests that fail at once pause a webhook for a second, and each later attempt twice as long, up to a minute", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const pace = createPace(null);
  const fail = () => pace.record({ outcome: "failed", retryAfterMs: null });
  for (let n = 0; n < 19; n++) fail();
  const pauses = Array.from({ length: 8 }, () => {
    const pause = pace.pauseLeft();
    vi.advanceTimersByTime(pause);
    fail();
    return pause;
  });
  expect([pauses, pace.concurrency()]).toEqual([[1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000], 1]);
  pace.record({ outcome: "delivered", retryAfterMs: null });
  vi.advanceTimersByTime(60_000);
  for (let n = 0; n < 10; n++) fail();
  expect(pace.pauseLeft()).toBe(1000);
});

test("a webhook that someone resumed gets requests at once", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const pace = createPace(null);
  for (let n = 0; n < 20; n++) {
    vi.advanceTimersByTime(pace.pauseLeft());
    pace.record({ outcome: "failed", retryAfterMs: null });
  }
  expect([pace.pauseLeft() > 30_000, pace.concurrency()]).toEqual([true, 1]);
  pace.reset(null);
  expect([pace.pauseLeft(), pace.concurrency()]).toEqual([0, 10]);
});
