import { expect, test } from "vitest";
import { createDeliveryQueue } from "./delivery-queue";

const delivery = (eventId: string, ...keys: string[]) => ({ eventId, keys });

test("deliveries with a key in common are taken one after another, in their order", () => {
  const queue = createDeliveryQueue();
  const [first, second, third, other] = [delivery("1", "a"), delivery("2", "a", "b"), delivery("3", "b"), delivery("4", "c")];
  queue.add([first, second, third, other]);
  expect([queue.take(), queue.take(), queue.take()]).toEqual([first, other, null]);
  queue.release(first);
  expect([queue.take(), queue.take()]).toEqual([second, null]);
  queue.release(second);
  expect(queue.take()).toBe(third);
});

test("a delivery is held until its result is saved, and isn't added twice", () => {
  const queue = createDeliveryQueue();
  const first = delivery("1", "a");
  queue.add([first]);
  queue.take();
  queue.release(first);
  queue.add([first, delivery("2")]);
  expect(queue.heldIds()).toEqual(["1", "2"]);
  expect(queue.clear()).toEqual(["2"]);
  queue.forget([first]);
  expect(queue.size()).toBe(0);
});
