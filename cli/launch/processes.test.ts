import { expect, test } from "vitest";
import { superviseProcess } from "./processes";

function superviseScript(script: string) {
  let exits = 0;
  const supervised = superviseProcess({ name: "web", args: () => ["--eval", script], env: process.env, onExit: () => exits++ });
  return { ...supervised, exits: () => exits };
}

test("a request resolves with the reply of the process", async () => {
  const supervised = superviseScript("process.once('message', (message) => process.send(message + 1))");
  expect(await supervised.request(1)).toBe(2);
  await supervised.stop();
});

test("a request fails if the process exits before it replies", async () => {
  const supervised = superviseScript("process.once('message', () => process.exit(3))");
  await expect(supervised.request(1)).rejects.toThrow("The web process exited.");
  expect(supervised.exits()).toBe(1);
  await supervised.stop();
});
