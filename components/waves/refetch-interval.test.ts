import { expect, test } from "vitest";
import { waveRefetchInterval } from "./refetch-interval";

test("the page refetches a wave while it invites people, less often once it invited many, because the server counts all of them", () => {
  const inviting = { job: "", status: "running", total: 1_000_000, processed: 0, changed: 0, error: null } as const;
  expect(waveRefetchInterval({ inviting: null, invited: 1_000_000 })).toBe(false);
  expect(waveRefetchInterval({ inviting: { ...inviting, status: "completed" }, invited: 1_000_000 })).toBe(false);
  expect(waveRefetchInterval({ inviting, invited: 1000 })).toBe(1500);
  expect(waveRefetchInterval({ inviting, invited: 900_000 })).toBeGreaterThan(15_000);
});
