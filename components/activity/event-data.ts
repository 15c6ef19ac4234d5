import type { EventRecord } from "@/contract/events";

// Event data depends on the kind of event, and events that were recorded by earlier versions may lack parts of it.

type Data = EventRecord["data"];

export function readString(data: Data, name: string): string {
  const value = data[name];
  return typeof value === "string" ? value : "";
}

export function readNumber(data: Data, name: string): number {
  const value = data[name];
  return typeof value === "number" ? value : 0;
}

export function readStrings(data: Data, name: string): string[] {
  const value = data[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Whether staff members changed their own account. */
export const isOwnAccount = ({ actor, data }: EventRecord): boolean => data.staff !== undefined && data.staff === actor.id;
