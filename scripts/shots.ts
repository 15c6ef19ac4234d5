import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { sql } from "drizzle-orm";
import { launch } from "@/cli/launch/launch";
import { openDatabase } from "@/db/client";
import { readEnv } from "@/lib/env";
import { randomHex, sha256Hex } from "@/lib/ids";
import { freePort } from "@/lib/ports";
import {
  batchPath,
  codePath,
  emailTemplatePath,
  importPath,
  leadPath,
  routes,
  sendPath,
  wavePath,
  webhookPath,
  withQuery,
} from "@/lib/routes";
import { findChromium } from "./chromium";
import { fillDemo } from "./demo/fill-database";
import { demoOwnerEmail } from "./demo/team";

/** `npm run shots` starts a server with demo data and saves screenshots of every page in shots/, light and dark, wide and narrow. Arguments select pages by name, and those with dashes, such as `--print`, the ways in which people see them. `--docs` saves the pictures of the README to docs/pictures/. */
const owner = { email: demoOwnerEmail, password: randomHex(16) };
/** The pictures of the README, by their width. They are light. */
const docsPictures: Readonly<Record<string, number>> = { overview: 1440, "claim-code": 390, joined: 390 };
const isForDocs = process.argv.includes("--docs");
const folder = isForDocs ? "docs/pictures" : "shots";
/** The token of an invitation that is valid while the screenshots are taken. */
const invitationToken = randomHex(32);

/** Chromium can't draw pages that are much higher, such as the API reference. In pixels. */
const maxHeight = 12_000;

/** A way in which people see the pages. */
type Mode = {
  widths: readonly number[];
  themes: readonly ("light" | "dark")[];
  /** The size of text that is set in the browser, in pixels. */
  fontSize?: number;
  media?: Parameters<Page["emulateMedia"]>[0];
};
const standard: Mode = { widths: [1440, 390], themes: ["light", "dark"] };
const modes: Readonly<Record<string, Mode>> = {
  "text-24": { widths: [1280], themes: ["light"], fontSize: 24 },
  "text-32": { widths: [1280], themes: ["light"], fontSize: 32 },
  "forced-colors": { widths: [1280], themes: ["light", "dark"], media: { forcedColors: "active" } },
  // The width of A4 paper without its margins.
  print: { widths: [718], themes: ["dark"], media: { media: "print" } },
  "320": { widths: [320], themes: ["light", "dark"] },
};
const requested = process.argv.slice(2).filter((argument) => argument !== "--docs");
const requestedNames = isForDocs ? Object.keys(docsPictures) : requested.filter((argument) => !argument.startsWith("--"));
const requestedModes = requested
  .filter((argument) => argument.startsWith("--"))
  .map((argument) => {
    const name = argument.slice(2);
    const mode = modes[name];
    if (!mode) throw new Error(`Unknown way ${argument}. There are ${Object.keys(modes).join(", ")}.`);
    return { ...mode, name };
  });

/** Calls an endpoint as the signed-in user, to find a record to show. */
type ApiGet = <Answer>(path: string) => Promise<Answer>;
type ListItem = { code: string; id: string; email: string };
const getFirst = async (get: ApiGet, path: string): Promise<ListItem> => {
  const [item] = await get<ListItem[]>(path);
  if (!item) throw new Error(`${path} returned no items`);
  return item;
};

/** Returns the path of a webhook of the demo, by its name. */
const demoWebhook =
  (name: string, query = "") =>
  async (get: ApiGet) => {
    const webhooks = await get<{ id: string; description: string }[]>("/webhooks");
    return webhookPath(webhooks.find(({ description }) => description === name)?.id ?? "") + query;
  };

/** A screenshot: its file name, the page's path, and what to do on the page first. */
type Screenshot = {
  name: string;
  path: string | ((get: ApiGet) => Promise<string>);
  prepare?: (page: Page) => Promise<unknown>;
  /** Captures the viewport only, not the full page. */
  viewportOnly?: true;
};

const openPalette = async (page: Page) => {
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox", { name: "Search" }).fill("an");
  await page.getByRole("option").first().waitFor();
};
const selectRows = async (page: Page) => {
  for (const index of [1, 2, 3]) await page.getByRole("checkbox").nth(index).click();
};
const pressButton = (name: string) => (page: Page) => page.getByRole("button", { name }).first().click();

const chooseAnnouncement = async (page: Page) => {
  await page.getByRole("radio", { name: /announcement/ }).click();
  await page.getByRole("radio", { name: "Group of leads" }).click();
  await page.getByRole("button", { name: /^Send to/ }).waitFor();
};
const openProviders = async (page: Page) => {
  await page.getByRole("radio", { name: "Your own mail server" }).click();
  await page.getByRole("combobox", { name: "Provider" }).click();
  await page.getByRole("option").first().waitFor();
};
const saveEmailDelivery = async (page: Page) => {
  await page.getByLabel("Reply-to email").fill("help@example.org");
  await page.getByRole("button", { name: "Save changes" }).first().click();
  await page.getByRole("dialog").waitFor();
};
const claimMissingCode = async (page: Page) => {
  await page.getByLabel("Email").fill("wolfeschlegelsteinhausenbergerdorff@example.org");
  await page.getByRole("button", { name: "Claim code" }).click();
  await page.waitForURL(/result=/);
};
const mistypeCode = async (page: Page) => {
  await page.getByLabel("Code", { exact: true }).fill("curius pinapple");
  await page.getByLabel("Email").focus();
  await page.getByRole("button", { name: "curious-pineapple" }).waitFor();
};
const joinWaitlist = async (page: Page) => {
  await page.getByLabel("Email").fill("grace@example.org");
  await page.getByRole("button", { name: "Join waitlist" }).click();
  await page.waitForURL(/result=/);
};

const chooseEvents = async (page: Page) => {
  await page.getByRole("radio", { name: "Chosen events" }).click();
  await page.getByRole("checkbox", { name: "lead.created" }).click();
  await page.getByText("lead.created", { exact: true }).last().waitFor();
};
const sendTest = async (page: Page) => {
  await page.getByRole("dialog").getByRole("button", { name: "Send test" }).click();
  await page.getByRole("status", { name: "Result" }).getByText("No answer").waitFor();
};
const openFirstDelivery = async (page: Page) => {
  await page.getByRole("table", { name: "Deliveries" }).getByRole("button", { name: /^lead/ }).first().click();
  await page.getByText("Attempt 1").waitFor();
};

const staffScreenshots: Screenshot[] = [
  { name: "overview", path: routes.overview },
  { name: "overview-table", path: `${routes.overview}?span=90`, prepare: pressButton("View as table") },
  { name: "palette", path: routes.overview, prepare: openPalette },
  { name: "generate", path: routes.generate },
  { name: "codes", path: routes.codes },
  { name: "codes-selected", path: withQuery(routes.codes, { status: "active" }), prepare: selectRows, viewportOnly: true },
  { name: "codes-no-results", path: withQuery(routes.codes, { q: "no-code-matches-this" }) },
  { name: "code", path: async (get) => codePath((await getFirst(get, "/codes?status=exhausted&limit=1")).code) },
  {
    name: "code-viewport",
    path: async (get) => codePath((await getFirst(get, "/codes?status=active&usesLeft=true&limit=1")).code),
    viewportOnly: true,
  },
  { name: "code-extend", path: async (get) => `${codePath((await getFirst(get, "/codes?status=active&limit=1")).code)}?action=extend` },
  { name: "batches", path: routes.batches },
  { name: "batch", path: async (get) => batchPath((await getFirst(get, "/batches?limit=1")).id) },
  { name: "batch-delete", path: async (get) => `${batchPath((await getFirst(get, "/batches?limit=1")).id)}?action=delete` },
  { name: "claims", path: routes.claims },
  { name: "waitlist", path: routes.waitlist },
  { name: "invite-next", path: routes.dialogs.inviteFromWaitlist, viewportOnly: true },
  { name: "waves", path: routes.waves },
  { name: "wave", path: async (get) => wavePath((await getFirst(get, "/waves?limit=1")).id) },
  { name: "leads", path: routes.leads },
  { name: "leads-selected", path: withQuery(routes.leads, { waitlist: "true" }), prepare: selectRows, viewportOnly: true },
  { name: "imports", path: routes.imports },
  { name: "import", path: async (get) => importPath((await getFirst(get, "/imports?limit=1")).id) },
  { name: "add-lead", path: routes.dialogs.addLead },
  {
    name: "leads-add-tags",
    path: withQuery(routes.leads, { waitlist: "true" }),
    prepare: async (page) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await selectRows(page);
      await pressButton("Add tags")(page);
      await page.getByRole("dialog").getByRole("button", { name: "Add tag", exact: true }).click();
      await page.getByRole("option").first().click();
      await page.getByRole("dialog").getByRole("button", { name: "Add tag", exact: true }).click();
      await page.getByRole("option").first().waitFor();
    },
  },
  { name: "lead", path: async (get) => leadPath((await getFirst(get, "/leads?claimed=true&referred=true&limit=1")).email) },
  {
    name: "lead-change-email",
    path: async (get) => `${leadPath((await getFirst(get, "/leads?claimed=true&limit=1")).email)}?action=change-email`,
    viewportOnly: true,
  },
  {
    name: "personal-data",
    path: async (get) =>
      `/api/leads/email/${encodeURIComponent((await getFirst(get, "/leads?claimed=true&referred=true&limit=1")).email)}/personal-data/page`,
  },
  {
    name: "lead-right-to-left",
    path: async (get) => leadPath((await getFirst(get, "/leads?q=%D9%81%D8%A7%D8%B7%D9%85%D8%A9&limit=1")).email),
  },
  {
    name: "send-dialog",
    path: async (get) => `${leadPath((await getFirst(get, "/leads?claimed=false&waitlist=true&limit=1")).email)}?action=send`,
  },
  { name: "sends", path: routes.sends },
  { name: "automatic-emails", path: routes.automaticEmails },
  { name: "saved-emails", path: routes.savedEmails },
  { name: "send-details", path: async (get) => sendPath((await getFirst(get, "/sends?failed=true&limit=1")).id) },
  { name: "suppressions", path: routes.suppressions },
  { name: "add-suppression", path: routes.dialogs.addSuppression },
  { name: "activity", path: routes.activity },
  { name: "bin", path: routes.bin },
  { name: "activity-filtered", path: withQuery(routes.activity, { by: "staff" }) },
  { name: "activity-no-results", path: withQuery(routes.activity, { email: "missing@example.org" }) },
  ...Object.entries(routes.settings).map(([name, path]) => ({ name: `settings-${name}`, path })),
  { name: "email-delivery-providers", path: routes.settings.emailDelivery, prepare: openProviders },
  { name: "email-delivery-password", path: routes.settings.emailDelivery, prepare: saveEmailDelivery, viewportOnly: true },
  { name: "settings-embed-frame", path: withQuery(routes.settings.embed, { form: "claim", method: "frame" }) },
  { name: "email-template", path: emailTemplatePath("invitation") },
  { name: "announcement", path: routes.dialogs.newSend, prepare: chooseAnnouncement },
  { name: "invite-staff", path: routes.dialogs.inviteStaff },
  { name: "create-key", path: routes.dialogs.createKey },
  { name: "create-webhook", path: routes.dialogs.createWebhook, prepare: chooseEvents, viewportOnly: true },
  { name: "webhook", path: demoWebhook("Shop") },
  { name: "webhook-failing", path: demoWebhook("CRM") },
  { name: "webhook-chat", path: demoWebhook("#launch") },
  { name: "webhook-chat-edit", path: demoWebhook("#launch", "?action=edit") },
  { name: "webhook-resume", path: demoWebhook("#launch", "?action=resume") },
  { name: "webhook-recover", path: demoWebhook("CRM", "?action=recover") },
  { name: "webhook-rotate", path: demoWebhook("Shop", "?action=rotate") },
  { name: "webhook-test", path: demoWebhook("CRM", "?action=test"), prepare: sendTest },
  { name: "webhook-no-results", path: demoWebhook("Shop", "?status=failed") },
  { name: "webhook-delivery", path: demoWebhook("CRM", "?status=pending"), prepare: openFirstDelivery },
  { name: "not-found", path: `${routes.overview}/nowhere` },
];

const publicScreenshots: Screenshot[] = [
  { name: "claim", path: routes.claim },
  { name: "claim-code", path: `${routes.claim}?code=curious-pineapple` },
  { name: "claim-mistyped", path: routes.claim, prepare: mistypeCode },
  { name: "claim-not-found", path: `${routes.claim}?code=curious-pinapple`, prepare: claimMissingCode },
  { name: "join", path: `${routes.join}?ref=x` },
  { name: "page-not-found", path: "/foo" },
  { name: "invalid-link", path: `${routes.position}?token=expired` },
  { name: "joined", path: routes.join, prepare: joinWaitlist },
  { name: "sign-in", path: routes.signIn },
  { name: "setup-done", path: routes.setup },
  { name: "forgot-password", path: routes.forgotPassword },
  { name: "reset-password", path: `${routes.resetPassword}?token=used` },
  { name: "invitation", path: `${routes.invitation}?token=${invitationToken}` },
  { name: "invitation-invalid", path: `${routes.invitation}?token=used` },
  { name: "docs", path: routes.docs },
  { name: "docs-resource", path: routes.docsResource("claims") },
  { name: "docs-records", path: routes.docsRecords },
  { name: "guide", path: routes.guide("gate-a-sign-up") },
];

/** Pages of an empty installation. */
const emptyScreenshots: Screenshot[] = [
  ...(["overview", "codes", "batches", "claims", "leads", "sends", "suppressions", "activity", "bin"] as const).map((name) => ({
    name: `${name}-empty`,
    path: routes[name],
  })),
  { name: "webhooks-empty", path: routes.settings.webhooks },
];

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--disable-background-networking", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
});
mkdirSync(folder, { recursive: true });
try {
  await withServer(fillDatabase, async (baseUrl) => {
    await takeScreenshots(baseUrl, publicScreenshots, { isSignedIn: false });
    await takeScreenshots(baseUrl, staffScreenshots, { isSignedIn: true });
  });
  if (!isForDocs) await withServer(undefined, (baseUrl) => takeScreenshots(baseUrl, emptyScreenshots, { isSignedIn: true }));
  console.log(`The screenshots are in ${folder}/.`);
} finally {
  await browser.close();
}

/** Runs `run` with a new server and stops the server afterward. */
async function withServer(prepare: ((url: string) => Promise<void>) | undefined, run: (baseUrl: string) => Promise<void>): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), "gatehouse-shots-"));
  const env = readEnv({
    PORT: String(await freePort()),
    DATA_DIR: dataFolder,
    LOG_LEVEL: "warn",
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
  });
  const server = launch({ env, log: console.log, ...(prepare && { beforeServing: prepare }) });
  try {
    await run((await server.ready).url);
  } finally {
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function takeScreenshots(
  baseUrl: string,
  screenshots: readonly Screenshot[],
  { isSignedIn }: { isSignedIn: boolean },
): Promise<void> {
  const taken = isForDocs ? [{ ...standard, themes: ["light" as const] }] : requestedModes.length > 0 ? requestedModes : [standard];
  for (const mode of taken)
    for (const width of mode.widths)
      for (const theme of mode.themes) {
        const selected = screenshots.filter(
          ({ name }) => (requestedNames.length === 0 || requestedNames.includes(name)) && (!isForDocs || docsPictures[name] === width),
        );
        const viewport = { width, height: width < 800 ? 844 : isForDocs ? 1260 : mode.fontSize ? 1600 : 900 };
        const context = await browser.newContext({ viewport, colorScheme: theme, baseURL: baseUrl });
        // The network of a page with the stream is never idle.
        await context.route("**/api/events/stream*", (route) => route.fulfill({ status: 204 }));
        if (isSignedIn) await signIn(context);
        const suffix = "name" in mode ? `${mode.name}-${theme}` : `${width}-${theme}`;
        for (const screenshot of selected) await takeScreenshot(context, screenshot, `${screenshot.name}-${suffix}`, mode);
        await context.close();
      }
}

async function takeScreenshot(
  context: BrowserContext,
  { path, prepare, viewportOnly }: Screenshot,
  name: string,
  { fontSize, media }: Mode,
): Promise<void> {
  const get: ApiGet = async (path) => (await (await context.request.get(`/api${path}`)).json()).data;
  const page = await context.newPage();
  if (fontSize !== undefined)
    await (await context.newCDPSession(page)).send("Page.setFontSizes", { fontSizes: { standard: fontSize, fixed: fontSize } });
  await page.goto(typeof path === "string" ? path : await path(get), { waitUntil: "networkidle" });
  await prepare?.(page);
  // The code of a dialog loads when the dialog opens.
  await page.waitForLoadState("networkidle");
  if (media) await page.emulateMedia(media);
  const hasDialog = (await page.getByRole("dialog").or(page.getByRole("alertdialog")).count()) > 0;
  // A picture of the full page would have text of the usual size.
  const fullPage = !hasDialog && !viewportOnly && !isForDocs && fontSize === undefined;
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: document.documentElement.scrollHeight }));
  const clip = fullPage && height > maxHeight ? { clip: { x: 0, y: 0, width, height: maxHeight } } : {};
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage, ...clip, animations: "disabled" });
  await page.close();
}

async function signIn(context: BrowserContext): Promise<void> {
  const response = await context.request.post("/api/session", { data: owner });
  if (!response.ok()) throw new Error(`Sign-in failed: ${await response.text()}`);
}

async function fillDatabase(url: string): Promise<void> {
  await fillDemo(url);
  const { db, close } = openDatabase(url, { max: 1, name: "gatehouse shots" });
  try {
    await db.execute(sql`update invitations set hash = ${sha256Hex(invitationToken)}`);
    // After a recent sign-in, nothing asks for the password.
    await db.execute(sql`alter table sessions alter created_at set default now() - interval '1 hour'`);
  } finally {
    await close();
  }
}
