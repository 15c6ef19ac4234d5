import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { buildEmbedScript } from "@/cli/build/page-assets";
import { embedMessages } from "@/components/public/messages";
import { frameParameters, scriptAttributes } from "@/lib/embed-attributes";
import { formErrorMessage } from "./embed/form";
import { mountHost } from "./embed/mount";
import { parseOptions } from "./embed/options";

const { setup } = embedMessages;
const key = `pk_${"a".repeat(32)}`;
const page = {
  src: "https://codes.example.org/embed.js?v=1",
  href: "https://shop.example/?ref=k7d2m9qx&code=curious%20pineapple",
};

test("the embed script is one file below 11 kB that never evaluates text as code", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-embed-"));
  await buildEmbedScript(join(folder, "embed.js"));
  const script = readFileSync(join(folder, "embed.js"), "utf8");
  rmSync(folder, { recursive: true });
  expect(Buffer.byteLength(script)).toBeLessThan(11_000);
  expect(script).toMatch(/^"use strict";\(\(\)=>\{/);
  expect(script).toContain("--gatehouse-accent");
  // Loaded on demand.
  expect(script.match(/\bimport\b.{0,35}?\)/g)?.toSorted()).toEqual([
    expect.stringMatching(/^import\(`\$\{[\w.]+\}\/embed-join\.js`\)/),
    expect.stringMatching(/^import\(`\$\{\w+\}\/embed-proof\.js`\)/),
  ]);
  expect(script).not.toMatch(/\brequire\(|innerHTML|\beval\(|new Function|EMBED_CSS/);
});

test("the embed script reads exactly the attributes that the settings and the guide list", () => {
  const read = new Set<string>();
  const values: Record<string, string> = { key, form: "join", target: "#form" };
  const dataset = new Proxy(values, {
    get(target, name: string) {
      read.add(`data-${name}`);
      return target[name];
    },
  });
  parseOptions(dataset, page);
  vi.stubGlobal("document", { querySelector: () => ({ append() {} }) });
  mountHost({} as HTMLElement, { dataset } as unknown as HTMLScriptElement);
  vi.unstubAllGlobals();
  expect([...read].sort()).toEqual(scriptAttributes.map(({ name }) => name).sort());
  const guide = readFileSync("docs/guide/embedding.md", "utf8");
  expect([...guide.matchAll(/^\| `(data-\w+)` \|/gm)].map(([, name]) => name).sort()).toEqual([...read].sort());
  for (const { name } of frameParameters) expect(guide).toContain(`\`${name.replace("utm_source", "utm_")}`);
});

test("the embed script reads its options from its attributes and the page's URL", () => {
  const options = {
    form: "join",
    key,
    origin: "https://codes.example.org",
    names: false,
    referralCode: "k7d2m9qx",
    code: "curious pineapple",
    attribution: { sourceTag: undefined, utm: "", referrerUrl: "" },
  };
  expect(parseOptions({ form: "join", key }, page)).toEqual(options);
  expect(parseOptions({ form: "join", key, names: "", ref: "zzz" }, page)).toEqual({ ...options, names: true, referralCode: "zzz" });
  expect(parseOptions({ form: "claim", key, names: "false" }, { ...page, href: "https://shop.example/" })).toEqual({
    ...options,
    form: "claim",
    referralCode: null,
    code: null,
    attribution: { sourceTag: undefined, utm: "", referrerUrl: "" },
  });
});

test("the embed script keeps the referral code of a link for the site's other pages in the same tab", () => {
  const storage: Record<string, string> = {};
  const read = (href: string, data: object = {}) => {
    const options = parseOptions({ form: "join", key, ...data }, { ...page, href });
    return typeof options === "string" ? options : options.referralCode;
  };
  vi.stubGlobal("sessionStorage", storage);
  expect(read("https://shop.example/")).toBeUndefined();
  expect(read("https://shop.example/landing?ref=k7d2m9qx")).toBe("k7d2m9qx");
  expect(read("https://shop.example/join")).toBe("k7d2m9qx");
  expect(read("https://shop.example/join", { ref: "own" })).toBe("own");
  // Some browsers throw if a site can't store anything.
  vi.stubGlobal("sessionStorage", undefined);
  expect(read("https://shop.example/landing?ref=k7d2m9qx")).toBe("k7d2m9qx");
  vi.unstubAllGlobals();
});

test("the embed script reads where the visitor came from, but not the pages of the site itself", () => {
  const href = "https://shop.example/landing?utm_source=news&token=secret&email=ada@example.org&utm_campaign=launch#token";
  const read = (data: object, referrer: string) => parseOptions({ form: "join", key, ...data }, { ...page, href, referrer });
  expect(read({ source: "footer" }, "https://news.example/post?id=1")).toMatchObject({
    attribution: { sourceTag: "footer", utm: "?utm_source=news&utm_campaign=launch", referrerUrl: "https://news.example/post?id=1" },
  });
  expect(read({}, "https://shop.example/")).toMatchObject({ attribution: { sourceTag: undefined, referrerUrl: "" } });
});

test.each([
  [{ key }, setup.form],
  [{ key, form: "buy" }, setup.form],
  [{ form: "join" }, setup.key],
  [{ form: "join", key: `${key}"` }, setup.key],
  [{ form: "join", key: `sk_${"a".repeat(40)}` }, setup.secret],
])("the embed script explains which attribute is wrong: %o", (data, message) => {
  expect(parseOptions(data, page)).toBe(message);
});

test("the embed script has a message for every error, the same as the pages", () => {
  expect(formErrorMessage({ name: "code_expired" })).toBe("This code has expired.");
  expect(formErrorMessage({ name: "code_not_started", validFrom: "2099-01-01T12:00:00.000Z" })).toMatch(
    /claimed yet\. You can claim it from .*2099/,
  );
  expect(formErrorMessage({ name: "too_many_requests" })).toContain("Try again in a few minutes");
  expect(formErrorMessage({ name: "too_many_requests", retryAfter: 31 })).toContain("Try again in 1 min.");
  expect(formErrorMessage({ name: "too_many_requests", retryAfter: 599 })).toContain("Try again in 10 min.");
  expect(formErrorMessage({ name: "unreachable" })).toBe(embedMessages.unreachable);
  expect(formErrorMessage({ name: "code_held", message: "Try later." })).toBe("Try later.");
  expect(formErrorMessage({ name: "lead_exists" })).toContain("went wrong on our end");
});
