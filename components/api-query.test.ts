import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { exampleLead } from "@/contract/leads";
import { apiInfiniteQuery, apiPageQuery, apiQuery, cachedItems } from "./api-query";

const alan = { ...exampleLead, email: "alan@example.org" };

test("the key of a query is its endpoint and input", () => {
  expect(apiQuery("GET /keys").queryKey).toEqual(["GET /keys", {}]);
  expect(apiQuery("GET /codes/:code", { params: { code: "pine" } }).queryKey).toEqual(["GET /codes/:code", { params: { code: "pine" } }]);
});

test("cachedItems returns the items of every fetched page of one list", () => {
  const client = new QueryClient();
  client.setQueryData(apiPageQuery("GET /leads", { query: {} }).queryKey, { items: [exampleLead], next: "x", total: "2" });
  client.setQueryData(apiPageQuery("GET /leads", { query: { cursor: "x" } }).queryKey, { items: [alan], next: null, total: "2" });
  client.setQueryData(apiQuery("GET /leads/email/:email", { params: { email: alan.email } }).queryKey, alan);
  expect(cachedItems(client, "GET /leads")).toEqual([exampleLead, alan]);
  expect(cachedItems(client, "GET /leads", { query: { cursor: "x" } })).toEqual([alan]);
});

test("a list that loads more has another key than its first page, because its data has another shape", () => {
  const input = { query: { limit: "10" } };
  expect(apiInfiniteQuery("GET /events", input).queryKey).not.toEqual(apiPageQuery("GET /events", input).queryKey);
});
