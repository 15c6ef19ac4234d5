import { expect, test } from "vitest";
import { toBulkFilter } from "@/components/list/filter-parsers";
import { listCodesEndpoint } from "@/contract/codes";
import { batchCodesUrlState, codesUrlState } from "./filters";

const zone = "Europe/Berlin";
const read = (address: string) => codesUrlState.readUrl(new URLSearchParams(address));

test("the address of the codes says what the endpoint is asked", async () => {
  const query = codesUrlState.toPageQuery(
    await read(
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

test("what an address says wrongly narrows nothing", async () => {
  const { filters } = await read("status=lost&type=roman&endsBefore=soon&reserved=perhaps&from=2026-02-30");
  expect(Object.values(filters).every((value) => value === null)).toBe(true);
});

test("a batch's own codes are of it, whatever the address says of a batch", async () => {
  const id = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";
  const list = batchCodesUrlState(id);
  const asked = await list.readUrl(new URLSearchParams("batch=another&status=paused"));
  expect(list.toPageQuery(asked, zone)).toMatchObject({ batch: id, status: "paused" });
});

test("whoever means all codes says so", () => {
  const none = { since: undefined, until: undefined };
  expect(toBulkFilter(none)).toEqual({ all: true });
  expect(toBulkFilter({ ...none, status: "active" })).toEqual({ ...none, status: "active" });
});
