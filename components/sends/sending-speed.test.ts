import { expect, test } from "vitest";
import { labels } from "./labels";
import { addSample, type ProgressSample, sendingSpeed } from "./sending-speed";

const sample = (seconds: number, handled: number, waiting: number): ProgressSample => ({ at: seconds * 1000, handled, waiting });
const measure = (...samples: ProgressSample[]) => sendingSpeed(samples.reduce<ProgressSample[]>(addSample, []));

test("the speed and the time left come from what was handled in the last minutes", () => {
  expect(measure(sample(0, 0, 600), sample(30, 100, 500), sample(60, 200, 400))).toEqual({
    perMinute: 200,
    secondsLeft: expect.closeTo(120),
  });
  // The first two minutes were slower, and no longer count.
  expect(measure(sample(0, 0, 900), sample(120, 10, 890), sample(240, 130, 770), sample(310, 200, 700))?.perMinute).toBeCloseTo(60);
});

test("nothing is said until it is known, or when nothing happens", () => {
  expect(measure(sample(0, 10, 90))).toBeNull();
  expect(measure(sample(0, 10, 90), sample(2, 12, 88))).toBeNull();
  expect(measure(sample(0, 10, 90), sample(60, 10, 90))).toBeNull();
  expect(measure(sample(0, 10, 90), sample(60, 100, 0))).toBeNull();
});

test("retried emails start the measurement again", () => {
  expect(measure(sample(0, 0, 100), sample(60, 100, 0), sample(70, 40, 60))).toBeNull();
  expect(measure(sample(0, 0, 100), sample(60, 100, 0), sample(70, 40, 60), sample(80, 50, 50))?.perMinute).toBeCloseTo(60);
});

test.each([
  [{ perMinute: 1800, secondsLeft: 20 }, "1,800 emails per minute, less than a minute left"],
  [{ perMinute: 30.4, secondsLeft: 61 }, "30 emails per minute, about 2 minutes left"],
  [{ perMinute: 1.2, secondsLeft: 60 * 60 * 2.4 }, "1 email per minute, about 3 hours left"],
  [{ perMinute: 7, secondsLeft: 3600 * 60 }, "7 emails per minute, about 3 days left"],
  [{ perMinute: 0.4, secondsLeft: 600 }, "Less than 1 email per minute, about 10 minutes left"],
])("%j is said as “%s”", (speed, text) => {
  expect(labels.progress.speed(speed)).toBe(text);
});
