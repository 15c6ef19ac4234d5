import type { DueDelivery } from "@/core/webhooks/due-deliveries";

type Queued = Pick<DueDelivery, "eventId" | "keys">;

/** The deliveries of a webhook that wait to be sent. Those with a key in common, such as one code, are sent one after another. */
export function createDeliveryQueue<Delivery extends Queued>() {
  const waiting: Delivery[] = [];
  /** Deliveries that wait, are sent, or whose results aren't saved. */
  const held = new Set<string>();
  /** The keys of deliveries that are being sent. */
  const busy = new Set<string>();
  return {
    size: () => held.size,
    heldIds: () => [...held],
    add(deliveries: readonly Delivery[]) {
      for (const delivery of deliveries) {
        if (held.has(delivery.eventId)) continue;
        held.add(delivery.eventId);
        waiting.push(delivery);
      }
    },
    /** Returns the first that can be sent now, or null. `release` must follow. */
    take(): Delivery | null {
      const blocked = new Set(busy);
      for (const [index, delivery] of waiting.entries()) {
        if (!delivery.keys.some((key) => blocked.has(key))) {
          waiting.splice(index, 1);
          for (const key of delivery.keys) busy.add(key);
          return delivery;
        }
        for (const key of delivery.keys) blocked.add(key);
      }
      return null;
    },
    /** Lets the next delivery with the same keys be sent. */
    release({ keys }: Delivery) {
      for (const key of keys) busy.delete(key);
    },
    /** Forgets deliveries whose results are saved. */
    forget(deliveries: readonly Delivery[]) {
      for (const { eventId } of deliveries) held.delete(eventId);
    },
    /** Forgets all that wait, and returns their events. */
    clear(): string[] {
      const events = waiting.splice(0).map(({ eventId }) => eventId);
      for (const event of events) held.delete(event);
      return events;
    },
  };
}
