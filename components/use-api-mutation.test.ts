import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { refetch } from "./use-api-mutation";

test("refetch waits for what changed, and refetches everything else that is shown in the background", async () => {
  const client = new QueryClient();
  const fetched: string[] = [];
  let finishEvents = () => {};
  const show = (key: string, queryFn: () => Promise<unknown>) =>
    new QueryObserver(client, {
      queryKey: [key, {}],
      queryFn: () => {
        fetched.push(key);
        return queryFn();
      },
      initialData: null,
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => {});
  show("GET /codes", async () => "codes");
  show("GET /codes/:code", async () => "code");
  show("GET /events", () => new Promise((resolve) => (finishEvents = () => resolve("events"))));
  client.setQueryData(["GET /leads", {}], "leads");
  expect(fetched).toEqual([]);
  await refetch(client, ["GET /codes"]);
  expect(client.getQueryData(["GET /codes", {}])).toBe("codes");
  expect(fetched.sort()).toEqual(["GET /codes", "GET /codes/:code", "GET /events"]);
  expect(client.getQueryData(["GET /events", {}])).toBe(null);
  // What isn't shown is fetched the next time.
  expect(client.getQueryState(["GET /leads", {}])?.isInvalidated).toBe(true);
  finishEvents();
  await expect.poll(() => client.getQueryData(["GET /events", {}])).toBe("events");
});
