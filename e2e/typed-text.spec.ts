import { globSync, readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { batchPath, codePath, emailTemplatePath, leadPath, routes, webhookPath, withQuery } from "@/lib/routes";
import { queryDatabase } from "./harness/database";
import { expect, waitUntilInteractive } from "./harness/fixtures";
import { isolatedTest } from "./harness/isolated-site";
import { createLeads, postApi, selectionBar, uniqueTag } from "./harness/leads";
import { addDevice } from "./harness/passkeys";
import { chooseMenuItem, pickOption } from "./harness/popups";
import { createLead } from "./harness/sends";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";
import { createWebhook } from "./harness/webhooks";

// Chromium logs every request that fails.
const test = isolatedTest().extend<{ noConsoleErrors: undefined }>({
  noConsoleErrors: async ({ page: _ }, use) => use(undefined),
});
test.describe.configure({ mode: "parallel" });

type Staff = Awaited<ReturnType<typeof createStaffMember>>;

type FormCase = {
  /** The file that renders it, and how many forms there share what is tried here. Defaults to one. */
  file: string;
  count?: number;
  /** On a page, in a dialog, or in place, where leaving the field saves: in a popover, which also closes then. */
  kind: "page" | "dialog" | "place" | "popover";
  /** Opens the form and returns the field. */
  open: (page: Page, staff: Staff) => Promise<Locator>;
  /** What is typed. Defaults to a word. */
  text?: string | ((staff: Staff) => string);
  /** Whether a click outside doesn't close it. */
  isPersistent?: boolean;
  /** Whether the session can't be replaced by signing in with a password. */
  needsSession?: boolean;
  /** Sends the form, if that's possible without a device. */
  submit?: string | RegExp;
  /** Types into a field that isn't a text. */
  fill?: (page: Page, field: Locator, text: string) => Promise<unknown>;
};

/** Opens a page without loading it, so that the back button stays on the site. */
async function openPath(page: Page, path: string): Promise<void> {
  await page.evaluate(
    (target) => (window as unknown as { next: { router: { push: (path: string) => void } } }).next.router.push(target),
    path,
  );
  await page.waitForURL((url) => `${url.pathname}${url.search}`.startsWith(path));
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await waitUntilInteractive(page);
}

const dialog = (page: Page) => page.getByRole("dialog").filter({ has: page.locator("form") });

/** A field by its label, to which "optional" may be added. */
const fieldName = (label: string) => new RegExp(`^${label}( \\(optional\\))?$`);

const settingsForm = (path: string, field: string) => async (page: Page) => {
  await openPath(page, path);
  return page.getByLabel(fieldName(field)).first();
};

/** Opens a dialog by its URL. */
const dialogForm = (path: string | (() => Promise<string>), field: string) => async (page: Page) => {
  await openPath(page, typeof path === "string" ? path : await path());
  return dialog(page).getByLabel(fieldName(field)).first();
};

async function createBatch(): Promise<{ id: string; code: string }> {
  const [{ code, batch }] = await postApi("/codes/generate", { amount: 1, name: uniqueTag(), allowedClaims: 2 });
  return { id: batch.id, code };
}

const batchDialog = (action: string, field: string) =>
  dialogForm(async () => `${batchPath((await createBatch()).id)}?action=${action}`, field);

async function openRow(page: Page, label: string): Promise<void> {
  const { emails, list } = await createLeads(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPath(page, list);
  await page.getByRole("button", { name: `${label} ${emails[0]}` }).click();
}

async function pasteRows(page: Page): Promise<void> {
  await openPath(page, routes.imports);
  await page.getByRole("button", { name: "Paste rows" }).click();
  await page.getByLabel("Rows", { exact: true }).fill(`Email\tFirst name\n${uniqueTag()}@example.org\tAda`);
  await page.getByRole("button", { name: "Continue" }).click();
}

const forms: Record<string, FormCase> = {
  "an email template": {
    file: "email-templates/detail.tsx",
    kind: "page",
    open: settingsForm(emailTemplatePath("code"), "Subject"),
    submit: "Save changes",
  },
  "the design of emails": {
    file: "email-templates/list.tsx",
    kind: "page",
    open: settingsForm(routes.settings.emailTemplates, "Footer"),
    submit: "Save changes",
  },
  "the public message": {
    file: "pause/paused-message-dialog.tsx",
    kind: "dialog",
    open: async (page) => {
      await openPath(page, routes.overview);
      await page.getByRole("button", { name: "Public message" }).click();
      return dialog(page).getByLabel("Message");
    },
    submit: "Save message",
  },
  "an invitation to the team": {
    file: "team/invite-form.tsx",
    kind: "dialog",
    open: dialogForm(routes.dialogs.inviteStaff, "Emails"),
    text: `typed.${uniqueTag()}@example.org`,
    submit: "Send invitation",
  },
  "one's own name": { file: "account/view.tsx", kind: "page", open: settingsForm(routes.settings.account, "Name"), submit: "Save changes" },
  "one's own password": {
    file: "account/view.tsx",
    kind: "page",
    open: async (page) => {
      await openPath(page, routes.settings.account);
      await page.getByLabel("New password", { exact: true }).fill("another eight violet umbrellas");
      return page.getByLabel("Current password", { exact: true });
    },
    text: ({ password }) => password,
    submit: "Change password",
  },
  "the password before an authenticator app": {
    file: "account/second-factor.tsx",
    kind: "dialog",
    open: async (page) => {
      await openPath(page, routes.settings.account);
      await page.getByRole("button", { name: "Set up authenticator app" }).click();
      return dialog(page).getByLabel("Current password", { exact: true });
    },
    text: ({ password }) => password,
    submit: "Continue",
  },
  "the code of an authenticator app": {
    file: "account/second-factor.tsx",
    kind: "dialog",
    open: async (page, { password }) => {
      await openPath(page, routes.settings.account);
      await page.getByRole("button", { name: "Set up authenticator app" }).click();
      await dialog(page).getByLabel("Current password", { exact: true }).fill(password);
      await dialog(page).getByRole("button", { name: "Continue" }).click();
      return dialog(page).getByLabel("6-digit code");
    },
    text: "123456",
    isPersistent: true,
  },
  "a new passkey": {
    file: "account/passkeys.tsx",
    kind: "dialog",
    open: async (page) => {
      await openPath(page, routes.settings.account);
      await page.getByRole("button", { name: "Add passkey" }).first().click();
      return dialog(page).getByLabel("Name");
    },
  },
  "the name of a passkey": {
    file: "account/passkeys.tsx",
    // The third asks for a password only after the server wants it, and nothing else can be typed.
    count: 2,
    kind: "dialog",
    open: async (page) => {
      await openPath(page, routes.settings.account);
      await addDevice(page);
      await page.getByRole("button", { name: "Add passkey" }).first().click();
      await dialog(page).getByLabel("Name").fill("Laptop");
      await dialog(page).getByRole("button", { name: "Continue" }).click();
      await page.getByRole("button", { name: "I've saved them" }).click();
      await page.getByRole("button", { name: "Actions for the passkey Laptop" }).click();
      await chooseMenuItem(page, "Rename passkey");
      return dialog(page).getByLabel("Name");
    },
    submit: "Save changes",
    needsSession: true,
  },
  "a position on the waitlist": {
    file: "waitlist/dialogs.tsx",
    kind: "dialog",
    open: async (page) => {
      const [, email] = [await createLead("first", { waitlist: true }), await createLead("mover", { waitlist: true })];
      await openPath(page, withQuery(routes.waitlist, { q: email }));
      await page.getByRole("button", { name: `Actions for ${email}` }).click();
      await chooseMenuItem(page, "Move to a position…");
      return dialog(page).getByLabel("New position");
    },
    text: "1",
    submit: "Move",
  },
  "a new lead": {
    file: "leads/dialogs.tsx",
    kind: "dialog",
    open: dialogForm(routes.dialogs.addLead, "Email"),
    text: `typed.${uniqueTag()}@example.org`,
    submit: "Add lead",
  },
  "a new email of a lead": {
    file: "leads/dialogs.tsx",
    kind: "dialog",
    open: dialogForm(async () => `${leadPath(await createLead("changer"))}?action=change-email`, "New email"),
    text: `typed.${uniqueTag()}@example.org`,
    submit: "Send link",
  },
  "the name of a lead in a list": {
    file: "leads/edit-forms.tsx",
    kind: "popover",
    open: async (page) => {
      await openRow(page, "Edit the name of");
      return page.getByLabel("First name");
    },
    submit: "Save",
  },
  "the notes on a lead in a list": {
    file: "leads/edit-forms.tsx",
    // Both are fields of one form.
    count: 0,
    kind: "popover",
    open: async (page) => {
      await openRow(page, "Edit the notes on");
      return page.getByLabel("Notes", { exact: true });
    },
    submit: "Save",
  },
  "a field on the page of a lead": {
    file: "leads/inline-field.tsx",
    kind: "place",
    open: async (page) => {
      await openPath(page, leadPath(await createLead("profile")));
      return page.getByLabel("Notes", { exact: true });
    },
  },
  "the project": {
    file: "settings/project-view.tsx",
    kind: "page",
    open: settingsForm(routes.settings.project, "Success message"),
    submit: "Save changes",
  },
  "return URLs": {
    file: "settings/project-view.tsx",
    kind: "page",
    open: settingsForm(routes.settings.project, "URLs"),
    text: "https://typed.example.org/welcome",
    submit: "Save URLs",
  },
  "email delivery": {
    file: "settings/email-delivery-sections.tsx",
    kind: "page",
    open: settingsForm(routes.settings.emailDelivery, "Reply-to email"),
    text: "typed@example.org",
    submit: "Save changes",
  },
  "the public pages": {
    file: "settings/public-pages-view.tsx",
    kind: "page",
    open: settingsForm(routes.settings.publicPages, "Headline"),
    submit: "Save changes",
  },
  questions: {
    file: "settings/questions-view.tsx",
    kind: "page",
    open: async (page) => {
      await openPath(page, routes.settings.questions);
      await page.getByRole("button", { name: "Add question" }).click();
      return page.getByLabel("Question", { exact: true }).last();
    },
    submit: "Save changes",
  },
  "rate limits": {
    file: "settings/abuse-protection-view.tsx",
    kind: "page",
    open: async (page) => {
      await openPath(page, routes.settings.abuseProtection);
      return page.locator("form fieldset").first().getByRole("textbox").first();
    },
    text: "77",
    submit: /^Save/,
  },
  "the block list": {
    file: "settings/abuse-protection-view.tsx",
    kind: "page",
    open: async (page) => {
      await openPath(page, routes.settings.abuseProtection);
      return page.locator("form textarea").last();
    },
    text: "typed.example",
    submit: "Save changes",
  },
  "the name of a view": {
    file: "list/dialogs.tsx",
    kind: "dialog",
    open: async (page) => {
      await openPath(page, withQuery(routes.leads, { waitlist: "true" }));
      await page.getByRole("button", { name: /^Views/ }).click();
      await chooseMenuItem(page, "Save as new view…");
      return dialog(page).getByLabel("Name");
    },
    submit: /^Save/,
  },
  "another name of a view": {
    file: "list/dialogs.tsx",
    kind: "dialog",
    open: async (page) => {
      const data = { list: "leads", name: uniqueTag(), filters: {} };
      const saved = await page.request.post("/api/views", { data, headers: { "sec-fetch-site": "same-origin" } });
      const { id, name } = (await saved.json()).data;
      await openPath(page, withQuery(routes.leads, { view: id }));
      await page.getByRole("button", { name }).click();
      await chooseMenuItem(page, "Rename…");
      return dialog(page).getByLabel("Name");
    },
    submit: "Rename",
  },
  "what an import's columns are": {
    file: "imports/mapping-form.tsx",
    kind: "page",
    open: async (page) => {
      await pasteRows(page);
      return page.getByLabel("Consent");
    },
    submit: "Check file",
  },
  "a list of codes": {
    file: "generate/form.tsx",
    kind: "page",
    open: async (page) => {
      await openPath(page, routes.generate);
      await page.getByRole("radio", { name: /^List/ }).click();
      return page.locator("form textarea").first();
    },
  },
  "the name of a list of codes": {
    file: "generate/list-fields.tsx",
    kind: "page",
    open: async (page) => {
      await openPath(page, routes.generate);
      await page.getByRole("radio", { name: /^List/ }).click();
      await page.locator("form textarea").first().fill("SPRING2027");
      return page.getByLabel(fieldName("Batch name"));
    },
    submit: "Check list",
  },
  "rows of an import": {
    file: "imports/list.tsx",
    kind: "page",
    open: async (page) => {
      await openPath(page, routes.imports);
      await page.getByRole("button", { name: "Paste rows" }).click();
      return page.getByLabel("Rows", { exact: true });
    },
    text: "typed@example.org",
    submit: "Continue",
  },
  "generated codes": {
    file: "generate/form.tsx",
    kind: "page",
    open: settingsForm(routes.generate, "Batch name"),
    submit: /^Generate/,
  },
  "an announcement": {
    file: "sends/form.tsx",
    kind: "dialog",
    open: async (page) => {
      await openPath(page, routes.dialogs.newSend);
      await dialog(page)
        .getByRole("radio", { name: /announcement/ })
        .click();
      await dialog(page)
        .getByRole("textbox", { name: "Emails" })
        .fill(await createLead("reader"));
      await expect(dialog(page).getByRole("button", { name: "Send to 1 lead" })).toBeEnabled();
      return dialog(page).getByLabel("Subject");
    },
    submit: "Send to 1 lead",
  },
  "allowed origins": {
    file: "keys/list.tsx",
    kind: "page",
    open: settingsForm(routes.settings.keys, "Origins, one per line"),
    text: "https://typed.example.org",
    submit: "Save changes",
  },
  "a new API key": { file: "keys/list.tsx", kind: "dialog", open: dialogForm(routes.dialogs.createKey, "Name"), submit: "Create key" },
  "the end of an API key": {
    file: "keys/list.tsx",
    kind: "dialog",
    open: async (page) => {
      await openPath(page, routes.settings.keys);
      await page
        .getByRole("button", { name: /^Actions for the key/ })
        .first()
        .click();
      await chooseMenuItem(page, "Rotate key");
      return dialog(page).getByRole("combobox").first();
    },
    text: "In 7 days",
    fill: async (page, field, text) => {
      await field.click();
      await page.getByRole("option", { name: text }).click();
    },
    submit: "Rotate key",
  },
  "a new webhook": {
    file: "webhooks/form.tsx",
    kind: "dialog",
    open: dialogForm(routes.dialogs.createWebhook, "URL"),
    text: "http://127.0.0.1:9/typed",
    submit: "Create webhook",
  },
  "the period that a webhook recovers": {
    file: "webhooks/dialogs.tsx",
    kind: "dialog",
    open: async (page) => {
      const { id } = await createWebhook(page.context(), { url: "http://127.0.0.1:9/hooks" });
      await openPath(page, `${webhookPath(id)}?action=recover`);
      return dialog(page).getByLabel("From: date");
    },
    text: "2026-11-02",
    submit: "Recover events",
  },
  "the reservation of a code": {
    file: "codes/dialogs.tsx",
    kind: "dialog",
    open: async (page) => {
      await openPath(page, `${codePath((await createBatch()).code)}?action=reserve`);
      return dialog(page).getByLabel("Reserved for");
    },
    text: "grace@example.org",
    fill: async (page, field, text) => {
      await field.click();
      await pickOption(page, "Search leads", text, new RegExp(text.replace(".", "\\.")));
    },
    submit: "Save changes",
  },
  "more uses of a code": {
    file: "codes/extend-dialog.tsx",
    kind: "dialog",
    open: dialogForm(async () => `${codePath((await createBatch()).code)}?action=extend`, "Uses per code"),
    text: "7",
    submit: "Save changes",
  },
  "the title of cards": { file: "codes/print-dialog.tsx", kind: "dialog", open: batchDialog("print", "Title"), submit: "Create PDF" },
  "a wave": {
    file: "waves/dialog.tsx",
    kind: "dialog",
    open: async (page) => {
      await createLead("waiting", { waitlist: true });
      await openPath(page, routes.dialogs.inviteFromWaitlist);
      await dialog(page).getByText("More options").click();
      return dialog(page).getByLabel(fieldName("Name"));
    },
    submit: /^Invite/,
  },
  "the name of a batch": { file: "batches/dialogs.tsx", kind: "dialog", open: batchDialog("rename", "Name"), submit: /^(Save|Rename)/ },
  "the domains of a batch": {
    file: "batches/dialogs.tsx",
    kind: "dialog",
    open: batchDialog("allowedDomains", "Domains"),
    submit: /^Save/,
    text: "acme.example",
  },
  "where a batch is redeemed": {
    file: "batches/dialogs.tsx",
    kind: "dialog",
    open: async (page) => {
      await openPath(page, `${batchPath((await createBatch()).id)}?action=redemption`);
      return dialog(page).locator("textarea");
    },
    submit: /^Save/,
  },
  "tags of leads": {
    file: "tags/dialog.tsx",
    kind: "dialog",
    open: async (page) => {
      const { emails, list } = await createLeads(1);
      await openPath(page, list);
      await page.getByRole("checkbox", { name: `Select ${emails[0]}` }).click();
      await selectionBar(page).getByRole("button", { name: "Add tags" }).click();
      return dialog(page).locator("form");
    },
    text: "typed",
    fill: async (page, field, text) => {
      await field.getByRole("button", { name: "Add tag" }).first().click();
      await pickOption(page, "Search or create a tag", text, new RegExp(text));
    },
    submit: "Add tags",
  },
  "a new suppression": {
    file: "suppressions/dialogs.tsx",
    kind: "dialog",
    open: dialogForm(routes.dialogs.addSuppression, "Email"),
    text: `typed.${uniqueTag()}@example.org`,
    submit: "Add suppression",
  },
  "the note of a suppression": {
    file: "suppressions/dialogs.tsx",
    kind: "dialog",
    open: async (page) => {
      const email = `${uniqueTag()}@example.org`;
      await postApi("/suppressions", { email, reason: "staff" });
      await openPath(page, withQuery(routes.suppressions, { q: email }));
      await page.getByRole("button", { name: `Actions for ${email}` }).click();
      await chooseMenuItem(page, "Edit");
      return dialog(page).getByLabel("Note");
    },
    submit: "Save changes",
  },
};

test("every form of the dashboard is tried", () => {
  const rendered = globSync("components/**/*.tsx", {
    exclude: ["components/ui/**", "components/auth/**", "components/shell/project-settings-form.tsx"],
  }).flatMap((file) => {
    const text = readFileSync(file, "utf8");
    // Nothing is lost with filters, and with a password that is asked for again.
    const found = [
      ...text.matchAll(/<((?:Merged)?(?:Dialog|Settings)Form|ProjectSettingsForm|TextListForm|Form)(?=\s)[\s\S]*?>\n|\buseUnsaved\(/g),
    ].filter(([element]) => !element.includes("confirmLeave={false}"));
    return found.length === 0 ? [] : [[file.replace("components/", ""), found.length] as const];
  });
  const tried: Record<string, number> = {};
  for (const { file, count = 1 } of Object.values(forms)) tried[file] = (tried[file] ?? 0) + count;
  expect(tried).toEqual(Object.fromEntries(rendered));
});

const question = (page: Page) => page.getByRole("alertdialog", { name: "Discard unsaved changes?" });

/** The ways to leave a form that ask first. */
const ways: Record<string, (page: Page) => Promise<unknown>> = {
  Escape: (page) => page.keyboard.press("Escape"),
  "a click outside": (page) => page.mouse.click(5, 5),
  "the back button": (page) => page.evaluate(() => history.back()),
  "the command palette": async (page) => {
    await page.keyboard.press("ControlOrMeta+k");
    await page
      .getByRole("combobox", { name: /search/i })
      .last()
      .fill("Activity");
    await page.getByRole("option", { name: "Activity" }).first().click();
  },
  "a link": (page) => page.getByRole("navigation").getByRole("link", { name: "Codes", exact: true }).first().click(),
};
const waysFrom = {
  page: ["the back button", "the command palette", "a link"],
  dialog: ["Escape", "a click outside", "the back button"],
  place: [],
  popover: [],
} as const;

/** Reloading asks with a dialog of the browser. */
async function reloadAndStay(page: Page): Promise<void> {
  const asked = page.waitForEvent("dialog");
  const reload = page.evaluate(() => location.reload());
  const native = await asked;
  expect(native.type()).toBe("beforeunload");
  await native.dismiss();
  await reload;
}

/**
 * Whether sending a form is tried while the server is away. With the others, the session ends. All forms send with `call` and keep what was
 * typed with `Form` or `useUnsaved`, so each kind of form is tried in both ways instead of each form.
 */
const isTriedWithoutServer = ({ needsSession = false }: FormCase, index: number): boolean => needsSession || index % 2 === 0;

test("each kind of form is sent while the server is away, and after the session ended", () => {
  const sent = Object.values(forms).flatMap((form, index) => {
    // `server-away.spec.ts` and `ended-session.spec.ts` try the field in place in both ways.
    if (form.submit === undefined) return [];
    return [`${form.kind}, ${isTriedWithoutServer(form, index) ? "without a server" : "without a session"}`];
  });
  const kinds = ["dialog", "page", "popover"];
  expect([...new Set(sent)].sort()).toEqual(kinds.flatMap((kind) => [`${kind}, without a server`, `${kind}, without a session`]));
});

async function expectTyped(field: Locator, text: string, way: string): Promise<void> {
  const isInput = await field.evaluate((element) => element.matches("input, textarea"));
  if (isInput) await expect(field, way).toHaveValue(new RegExp(text.replace(/[.?]/g, "\\$&")));
  else await expect(field, way).toContainText(text);
}

for (const [index, [name, form]] of Object.entries(forms).entries()) {
  test(`what was typed into ${name} isn't lost`, heavyOnly, async ({ page, context }) => {
    page.setDefaultTimeout(15_000);
    const staff = await createStaffMember("owner");
    await signIn(context, staff);
    // The overview shows everything once a code was claimed, and leads exist.
    await createLead("first");
    await postApi("/codes/generate", { amount: 1 });
    await page.goto(routes.activity);
    const field = await form.open(page, staff);
    const text = typeof form.text === "function" ? form.text(staff) : (form.text ?? `Typed${index}`);
    // Browsers let people leave a page on which they haven't done anything.
    if (!form.fill) await field.click();
    const fill = () => (form.fill ? form.fill(page, field, text) : field.fill(text));
    await fill();
    // Effects run after the page has rendered what was typed.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    for (const way of waysFrom[form.kind]) {
      await ways[way]?.(page);
      if (!(form.isPersistent && way === "a click outside")) {
        await expect(question(page), way).toBeVisible();
        await question(page).getByRole("button", { name: "Cancel" }).click();
      }
      await expect(question(page), way).toHaveCount(0);
      await expectTyped(field, text, way);
    }
    if (form.kind === "dialog") {
      // It isn't available there.
      await page.keyboard.press("ControlOrMeta+k");
      await expect(page.getByRole("option", { name: "Activity" })).toHaveCount(0);
      await expectTyped(field, text, "the command palette");
    }
    await reloadAndStay(page);
    await expectTyped(field, text, "reloading");
    if (form.submit === undefined && form.kind !== "place") return;

    const written: string[] = [];
    page.on("response", (response) => {
      const request = response.request();
      if (request.method() !== "GET" && !/preview|estimate/.test(request.url()) && response.ok())
        written.push(`${decodeURIComponent(request.url())} ${request.postData() ?? ""}`);
    });
    const scope = form.file === "imports/list.tsx" ? page.locator("main") : field.locator("xpath=ancestor-or-self::form");
    const button =
      form.submit === undefined ? page.getByRole("heading", { level: 1 }) : scope.getByRole("button", { name: form.submit }).last();
    // Previews have loaded.
    await expect(button).toBeEnabled();
    if (isTriedWithoutServer(form, index)) {
      await context.route("**/*", (route) => (route.request().method() === "GET" ? route.continue() : route.abort("failed")));
      await button.click();
      await expect(page.getByText(/didn't respond|isn't answering|can't be reached|couldn't be reached/i).first()).toBeVisible();
      await expectTyped(field, text, "a server that is away");
      await context.unrouteAll({ behavior: "wait" });
      if (form.submit === undefined) await page.getByRole("button", { name: "Try again" }).click();
      else await button.click();
    } else {
      await queryDatabase((sql) => sql`delete from sessions where staff_id = ${staff.id}`);
      await button.click();
      const signInDialog = page.getByRole("dialog", { name: "Sign in to continue" });
      await expect(signInDialog).toBeVisible();
      await signInDialog.getByLabel("Password", { exact: true }).fill(staff.password);
      await signInDialog.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(signInDialog).toHaveCount(0);
    }
    if (form.file === "imports/list.tsx") await expect(page).toHaveURL(new RegExp(`${routes.imports}/`));
    // A choice isn't sent as it is shown.
    else if (form.fill === undefined) await expect.poll(() => written.join("\n")).toContain(text);
    else await expect.poll(() => written.length).toBeGreaterThan(0);
  });
}
