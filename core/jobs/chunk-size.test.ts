import { expect, test } from "vitest";
import { inviteHandler } from "../waves/invite-in-parts";
import { chunkSize, nextChunkSize } from "./chunk-size";

test("the chunks of a job grow while they are fast, and shrink when others would wait for them", () => {
  expect(nextChunkSize(200, 100)).toBe(400);
  expect(nextChunkSize(1500, 100)).toBe(chunkSize.max);
  expect(nextChunkSize(400, 500)).toBe(400);
  expect(nextChunkSize(400, 900)).toBe(200);
  expect(nextChunkSize(60, 900)).toBe(chunkSize.min);
});

test("the chunks of a large wave stay large when each of them takes long, because each sorts the whole line", () => {
  let size = chunkSize.initial;
  for (let chunk = 0; chunk < 5; chunk++) size = nextChunkSize(size, 3000, inviteHandler.minChunkSize);
  expect(size).toBe(1000);
});
