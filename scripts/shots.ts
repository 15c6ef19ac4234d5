import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { sql } from "drizzle-orm";
import { openDatabase } from "@/db/client";
import { readEnv } from "@/lib/env";
import { freePort } from "@/lib/free-port";
import { randomHex, sha256Hex } from "@/lib/ids";
import { batchPath, codePath, leadPath, routes, sendPath, withQuery } from "@/lib/routes";
import { launch } from "@/start/launch";
import { findChromium } from "./chromium";
import { fillDemo } from "./demo/fill-at";
import { demoOwner } from "./demo/team";

/** `npm run shots`: starts a server with the sample data and saves a picture of every page in shots/, light and dark, wide and narrow. Names given after it pick pages. */
const folder = "shots";
/** The token of an invitation that works, for as long as the pictures are taken. */
const invited = randomHex(32);
const widths = [1440, 390];
const themes = ["light", "dark"] as const;

/** What a page of the sample project is found by: the answer of an endpoint, asked as whoever is signed in. */
type Ask = <Answer>(path: string) => Promise<Answer>;
type One = { code: string; id: string; email: string };
const first = async (ask: Ask, path: string): Promise<One> => {
  const [one] = await ask<One[]>(path);
  if (!one) throw new Error(`Nothing is at ${path}`);
  return one;
};

/** A picture: what its file is called, where the page is, and what is done there before. */
type Shot = {
  name: string;
  path: string | ((ask: Ask) => Promise<string>);
  act?: (page: Page) => Promise<unknown>;
  /** Of the window alone, and not of all of the page. */
  asSeen?: true;
};

const palette = async (page: Page) => {
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox", { name: "Search" }).fill("an");
  await page.getByRole("option").first().waitFor();
};
const choose = async (page: Page) => {
  for (const place of [1, 2, 3]) await page.getByRole("checkbox").nth(place).click();
};
const press = (name: string) => (page: Page) => page.getByRole("button", { name }).first().click();

const claimAsSomebody = async (page: Page) => {
  await page.getByLabel("Your e-mail address").fill("wolfeschlegelsteinhausenbergerdorff@example.org");
  await page.getByRole("button", { name: "Claim" }).click();
  await page.waitForURL(/result=/);
};
const mistype = async (page: Page) => {
  await page.getByLabel("Code", { exact: true }).fill("curius pinapple");
  await page.getByLabel("Your e-mail address").focus();
  await page.getByRole("button", { name: "curious-pineapple" }).waitFor();
};
const joinAsGrace = async (page: Page) => {
  await page.getByLabel("Your e-mail address").fill("grace@example.org");
  await page.getByRole("button", { name: "Join" }).click();
  await page.waitForURL(/result=/);
};

const staffShots: Shot[] = [
  { name: "overview", path: routes.overview },
  { name: "overview-table", path: `${routes.overview}?span=90`, act: press("Show as table") },
  { name: "palette", path: routes.overview, act: palette },
  { name: "generate", path: routes.generate },
  { name: "codes", path: routes.codes },
  { name: "codes-chosen", path: withQuery(routes.codes, { status: "active" }), act: choose, asSeen: true },
  { name: "codes-nothing", path: withQuery(routes.codes, { q: "nothing-reads-like-this" }) },
  { name: "code", path: async (ask) => codePath((await first(ask, "/codes?status=exhausted&limit=1")).code) },
  { name: "code-seen", path: async (ask) => codePath((await first(ask, "/codes?status=active&usesLeft=true&limit=1")).code), asSeen: true },
  { name: "code-extend", path: async (ask) => `${codePath((await first(ask, "/codes?status=active&limit=1")).code)}?action=extend` },
  { name: "batches", path: routes.batches },
  { name: "batch", path: async (ask) => batchPath((await first(ask, "/batches?limit=1")).id) },
  { name: "batch-delete", path: async (ask) => `${batchPath((await first(ask, "/batches?limit=1")).id)}?action=delete` },
  { name: "claims", path: routes.claims },
  { name: "leads", path: routes.leads },
  { name: "leads-chosen", path: withQuery(routes.leads, { waitlist: "true" }), act: choose, asSeen: true },
  { name: "add-lead", path: routes.dialogs.addLead },
  { name: "lead", path: async (ask) => leadPath((await first(ask, "/leads?claimed=true&referred=true&limit=1")).email) },
  {
    name: "lead-right-to-left",
    path: async (ask) => leadPath((await first(ask, "/leads?q=%D9%81%D8%A7%D8%B7%D9%85%D8%A9&limit=1")).email),
  },
  { name: "send", path: async (ask) => `${leadPath((await first(ask, "/leads?claimed=false&limit=1")).email)}?action=invite` },
  { name: "sends", path: routes.sends },
  { name: "sent", path: async (ask) => sendPath((await first(ask, "/sends?failed=true&limit=1")).id) },
  { name: "suppressions", path: routes.suppressions },
  { name: "stop-mail", path: routes.dialogs.addSuppression },
  { name: "activity", path: routes.activity },
  { name: "activity-filtered", path: withQuery(routes.activity, { by: "staff" }) },
  { name: "activity-nothing", path: withQuery(routes.activity, { email: "nobody@example.org" }) },
  ...Object.entries(routes.settings).map(([name, path]) => ({ name: `settings-${name}`, path })),
  { name: "settings-embed-frame", path: withQuery(routes.settings.embed, { form: "claim", by: "frame" }) },
  { name: "invite", path: routes.dialogs.inviteStaff },
  { name: "create-key", path: routes.dialogs.createKey },
  { name: "not-found", path: `${routes.overview}/nowhere` },
];

const openShots: Shot[] = [
  { name: "claim", path: routes.claim },
  { name: "claim-mistyped", path: routes.claim, act: mistype },
  { name: "claim-not-found", path: `${routes.claim}?code=curious-pinapple`, act: claimAsSomebody },
  { name: "join", path: `${routes.join}?ref=x` },
  { name: "joined", path: routes.join, act: joinAsGrace },
  { name: "sign-in", path: routes.signIn },
  { name: "setup-done", path: routes.setup },
  { name: "forgot", path: routes.forgotPassword },
  { name: "reset", path: `${routes.resetPassword}?token=used` },
  { name: "invitation", path: `${routes.invitation}?token=${invited}` },
  { name: "invitation-gone", path: `${routes.invitation}?token=used` },
  { name: "docs", path: routes.docs },
];

/** Of an install that has nothing yet. */
const emptyShots: Shot[] = [
  ...(["overview", "codes", "batches", "claims", "leads", "sends", "suppressions", "activity"] as const).map((name) => ({
    name: `${name}-empty`,
    path: routes[name],
  })),
];

const wanted = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--disable-background-networking", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
});
mkdirSync(folder, { recursive: true });
try {
  await at(fill, async (address) => {
    await shootAll(address, openShots, { signedIn: false });
    await shootAll(address, staffShots, { signedIn: true });
  });
  await at(undefined, (address) => shootAll(address, emptyShots, { signedIn: true }));
  console.log(`The pictures are in ${folder}/.`);
} finally {
  await browser.close();
}

/** Starts a server of its own for some pictures, and stops it. */
async function at(prepare: ((url: string) => Promise<void>) | undefined, work: (address: string) => Promise<void>): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), "gatehouse-shots-"));
  const env = readEnv({
    PORT: String(await freePort()),
    DATA_DIR: data,
    LOG_LEVEL: "warn",
    OWNER_EMAIL: demoOwner.email,
    OWNER_PASSWORD: demoOwner.password,
  });
  const running = launch({ env, log: console.log, ...(prepare && { beforeServing: prepare }) });
  try {
    await work((await running.ready).url);
  } finally {
    await running.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

async function shootAll(address: string, shots: readonly Shot[], { signedIn }: { signedIn: boolean }): Promise<void> {
  const chosen = shots.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  for (const width of widths)
    for (const theme of themes) {
      const viewport = { width, height: width > 800 ? 900 : 844 };
      const context = await browser.newContext({ viewport, colorScheme: theme, baseURL: address });
      if (signedIn) await signIn(context);
      for (const shot of chosen) await shoot(context, shot, `${shot.name}-${width}-${theme}`);
      await context.close();
    }
}

async function shoot(context: BrowserContext, { path, act, asSeen }: Shot, name: string): Promise<void> {
  const ask: Ask = async (asked) => (await (await context.request.get(`/api${asked}`)).json()).data;
  const page = await context.newPage();
  await page.goto(typeof path === "string" ? path : await path(ask), { waitUntil: "networkidle" });
  await act?.(page);
  // A dialog's code is loaded once it is open.
  await page.waitForLoadState("networkidle");
  const isOver = (await page.getByRole("dialog").or(page.getByRole("alertdialog")).count()) > 0;
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: !isOver && !asSeen, animations: "disabled" });
  await page.close();
}

async function signIn(context: BrowserContext): Promise<void> {
  const answer = await context.request.post("/api/session", { data: demoOwner });
  if (!answer.ok()) throw new Error(`Signing in was refused: ${await answer.text()}`);
}

async function fill(url: string): Promise<void> {
  await fillDemo(url);
  const { db, close } = openDatabase(url, { max: 1, name: "gatehouse shots" });
  await db.execute(sql`update invitations set hash = ${sha256Hex(invited)}`).finally(close);
}
