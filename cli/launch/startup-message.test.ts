import { expect, test } from "vitest";
import { formatDuration, startupMessage } from "./startup-message";

const facts = {
  url: "http://localhost:4000",
  dataFolder: "/srv/gatehouse",
  duration: 84_300,
  publicKey: "pk_public",
  secretKey: "sk_secret",
  setupLink: "http://localhost:4000/setup?token=t",
  hasWorker: true,
  isTerminal: true,
};

test("every start prints the dashboard's address, the data folder, the public key and the time since the command", () => {
  for (const message of [facts, { ...facts, secretKey: null, setupLink: null }].map(startupMessage)) {
    expect(message).toContain("started in 1 min 24 s");
    expect(message).toMatch(/Dashboard: +http:\/\/localhost:4000\/dashboard\n/);
    expect(message).toMatch(/Data folder: +\/srv\/gatehouse\n/);
    expect(message).toMatch(/Public key: +pk_public\n/);
  }
});

test("the message at the start says that emails wait if the worker is off", () => {
  expect(startupMessage(facts)).not.toContain("Worker");
  expect(startupMessage({ ...facts, hasWorker: false })).toMatch(/Worker: +off .*emails and jobs wait\n/);
});

test("the message at the start leaves the secret key to the setup page if a person opens it, and has it for scripts and if there is an owner", () => {
  expect(startupMessage(facts)).not.toContain("sk_secret");
  expect(startupMessage(facts)).toContain(`Set up Gatehouse: ${facts.setupLink}`);
  for (const shown of [
    { ...facts, isTerminal: false },
    { ...facts, setupLink: null },
  ]) {
    expect(startupMessage(shown)).toMatch(/Secret key: +sk_secret\n/);
    expect(startupMessage(shown)).toContain("GATEHOUSE=http://localhost:4000/api\nKEY=sk_secret\n");
  }
});

test.each([
  [840, "0.8 s"],
  [59_400, "59.4 s"],
  [59_600, "1 min 0 s"],
  [600_000, "10 min 0 s"],
])("a duration of %i ms is written as %s", (duration, text) => {
  expect(formatDuration(duration)).toBe(text);
});
