import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { embedMessages } from "@/components/public/embed-messages";
import { buildEmbedScript } from "@/start/page-scripts";
import { parseOptions } from "./embed/options";
import { formErrorMessage } from "./embed/error-message";

const { wrong } = embedMessages;
const key = `pk_${"a".repeat(32)}`;
const page = { src: "https://codes.example.org/embed.js?v=1", address: "https://shop.example/?ref=k7d2m9qx&code=curious%20pineapple" };

test("the script for other sites is smaller than 10 kB, whole, and evaluates no text", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-embed-"));
  await buildEmbedScript(join(folder, "embed.js"));
  const script = readFileSync(join(folder, "embed.js"), "utf8");
  rmSync(folder, { recursive: true });
  expect(Buffer.byteLength(script)).toBeLessThan(10_000);
  expect(script).toMatch(/^"use strict";\(\(\)=>\{/);
  expect(script).toContain("--gatehouse-accent");
  // But for what solves a proof of work, which few ever need.
  expect(script.match(/\bimport\b.{0,30}/g)).toEqual([expect.stringMatching(/^import\(`\$\{\w+\}\/embed-proof\.js`\)/)]);
  expect(script).not.toMatch(/\brequire\(|innerHTML|\beval\(|new Function|EMBED_RULES/);
});

test("a form is asked for by its script's attributes and the page's address", () => {
  const asked = {
    form: "join",
    key,
    origin: "https://codes.example.org",
    names: false,
    referralCode: "k7d2m9qx",
    code: "curious pineapple",
  };
  expect(parseOptions({ form: "join", key }, page)).toEqual(asked);
  expect(parseOptions({ form: "join", key, names: "", ref: "zzz" }, page)).toEqual({ ...asked, names: true, referralCode: "zzz" });
  expect(parseOptions({ form: "claim", key, names: "false" }, { ...page, address: "https://shop.example/" })).toEqual({
    ...asked,
    form: "claim",
    referralCode: undefined,
    code: undefined,
  });
});

test.each([
  [{ key }, wrong.form],
  [{ key, form: "buy" }, wrong.form],
  [{ form: "join" }, wrong.key],
  [{ form: "join", key: `${key}"` }, wrong.key],
  [{ form: "join", key: `sk_${"a".repeat(40)}` }, wrong.secret],
])("attributes that cannot be are told: %o", (data, sentence) => {
  expect(parseOptions(data, page)).toBe(sentence);
});

test("every way to be refused has a sentence, in the words of the pages", () => {
  expect(formErrorMessage({ error: "code_expired" })).toBe("That code has expired. It can no longer be claimed.");
  expect(formErrorMessage({ error: "code_not_started", from: "2099-01-01T12:00:00.000Z" })).toMatch(
    /claimed yet\. It can be claimed from .*2099/,
  );
  expect(formErrorMessage({ error: "too_many_requests" })).toContain("Wait a few minutes");
  expect(formErrorMessage({ error: "too_many_requests", wait: 31 })).toContain("Try again in a minute.");
  expect(formErrorMessage({ error: "too_many_requests", wait: 599 })).toContain("Try again in 10 minutes.");
  expect(formErrorMessage({ error: "unreachable" })).toBe(embedMessages.unreachable);
  expect(formErrorMessage({ error: "lead_exists" })).toContain("went wrong on our side");
});
