import { expect, test } from "vitest";
import { toBulkFilter } from "@/components/list/definition";
import { listCodesEndpoint } from "@/contract/codes";
import { batchCodesList, codesList } from "./definition";

const zone = "Europe/Berlin";
const parseUrl = (query: string) => codesList.readUrl(Object.fromEntries(new URLSearchParams(query)));

test("the URL becomes the query of the endpoint", async () => {
  const query = codesList.toPageQuery(
    await parseUrl(
      "q=pine&status=active&type=numeric&reserved=false&usesLeft=true&endsBefore=2026-12-01T00:00:00Z&from=2026-11-01&to=2026-11-02&sort=code",
    ),
    zone,
  );
  expect(query).toEqual({
    q: "pine",
    status: "active",
    type: "numeric",
    reserved: "false",
    usesLeft: "true",
    endsBefore: "2026-12-01T00:00:00.000Z",
    since: "2026-10-31T23:00:00.000Z",
    until: "2026-11-02T23:00:00.000Z",
    sort: "code",
    order: "asc",
    cursor: undefined,
    limit: "50",
    count: "capped",
  });
  expect(listCodesEndpoint.query?.safeParse(query).success).toBe(true);
});

test("the list ignores invalid filters in the URL", async () => {
  const { values } = await parseUrl("status=lost&type=roman&endsBefore=soon&reserved=perhaps&from=2026-02-30");
  expect(Object.values(values).every((value) => value === null)).toBe(true);
});

test("the page of a batch lists only its codes, whatever the URL says", async () => {
  const values = await batchCodesList.readUrl({ batch: "another", status: "paused" });
  expect(batchCodesList.toPageQuery(values, zone)).toMatchObject({ status: "paused" });
  expect(batchCodesList.toPageQuery(values, zone)).not.toHaveProperty("batch");
});

test("a bulk filter that matches all codes says so", () => {
  const noFilters = { since: undefined, until: undefined };
  expect(toBulkFilter(noFilters)).toEqual({ all: true });
  expect(toBulkFilter({ ...noFilters, status: "active" })).toEqual({ ...noFilters, status: "active" });
});
