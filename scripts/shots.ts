import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { sql } from "drizzle-orm";
import { openDatabase } from "@/db/client";
import { readEnv } from "@/lib/env";
import { freePort } from "@/lib/free-port";
import { hashOf, randomHex } from "@/lib/ids";
import { routes } from "@/lib/routes";
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

/** The pages: what the file is called, where it is, and whether somebody is signed in. */
const pages: readonly { name: string; path: string; signedIn: boolean }[] = [
  { name: "sign-in", path: routes.signIn, signedIn: false },
  { name: "setup-done", path: routes.setup, signedIn: false },
  { name: "forgot", path: routes.forgot, signedIn: false },
  { name: "reset", path: `${routes.reset}?token=used`, signedIn: false },
  { name: "invitation", path: `${routes.invitation}?token=${invited}`, signedIn: false },
  { name: "invitation-gone", path: `${routes.invitation}?token=used`, signedIn: false },
  { name: "overview", path: routes.overview, signedIn: true },
  { name: "activity", path: routes.activity, signedIn: true },
  { name: "activity-filtered", path: `${routes.activity}?by=staff`, signedIn: true },
  { name: "activity-nothing", path: `${routes.activity}?email=nobody%40example.org`, signedIn: true },
  ...Object.entries(routes.settings).map(([name, path]) => ({ name: `settings-${name}`, path, signedIn: true })),
  { name: "invite", path: routes.acts.inviteSomebody, signedIn: true },
  { name: "create-key", path: routes.acts.createKey, signedIn: true },
  { name: "not-found", path: `${routes.overview}/nowhere`, signedIn: true },
  { name: "docs", path: routes.docs, signedIn: false },
];

const wanted = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), "gatehouse-shots-"));
const port = await freePort();
const env = readEnv({
  PORT: String(port),
  DATA_DIR: data,
  LOG_LEVEL: "warn",
  OWNER_EMAIL: demoOwner.email,
  OWNER_PASSWORD: demoOwner.password,
});
const running = launch({ env, prepare: fill, say: console.log });
try {
  const { address } = await running.up;
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--disable-background-networking", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  mkdirSync(folder, { recursive: true });
  for (const width of widths) for (const theme of themes) await shoot(browser, address, width, theme);
  await browser.close();
  console.log(`The pictures are in ${folder}/.`);
} finally {
  await running.stop();
  rmSync(data, { recursive: true, force: true });
}

async function shoot(browser: Browser, address: string, width: number, theme: "light" | "dark"): Promise<void> {
  const options = { viewport: { width, height: width > 800 ? 900 : 844 }, colorScheme: theme, baseURL: address };
  const [open, staff] = [await browser.newContext(options), await browser.newContext(options)];
  await signIn(staff);
  for (const { name, path, signedIn } of pages.filter((each) => wanted.length === 0 || wanted.includes(each.name))) {
    const page = await (signedIn ? staff : open).newPage();
    await page.goto(path, { waitUntil: "networkidle" });
    await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage: true, animations: "disabled" });
    await page.close();
  }
  await open.close();
  await staff.close();
}

async function signIn(context: BrowserContext): Promise<void> {
  const answer = await context.request.post("/api/session", { data: demoOwner });
  if (!answer.ok()) throw new Error(`Signing in was refused: ${await answer.text()}`);
}

async function fill(url: string): Promise<void> {
  await fillDemo(url);
  const { db, close } = openDatabase(url, { max: 1, name: "gatehouse shots" });
  await db.execute(sql`update invitations set hash = ${hashOf(invited)}`).finally(close);
}
