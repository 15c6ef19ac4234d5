import type { BrowserContext, Locator, Page, Route } from "@playwright/test";
import type { eventKinds } from "@/contract/event-kinds";
import { batchPath, codePath, emailTemplatePath, leadPath, routes, sendPath, wavePath, webhookPath, withQuery } from "@/lib/routes";
import { size } from "@/tests/harness/size";
import { queryDatabase } from "./harness/database";
import { expect, openPage } from "./harness/fixtures";
import { isolatedTest } from "./harness/isolated-site";
import { createLeads, postApi, selectionBar, uniqueTag } from "./harness/leads";
import { chooseMenuItem } from "./harness/popups";
import { createCode, createLead, sendProgress } from "./harness/sends";
import { createStaffMember, signIn } from "./harness/staff";
import { heavyOnly, sampled } from "./harness/tags";
import { translate } from "./harness/translator";
import { createWebhook } from "./harness/webhooks";

// Chromium logs every request without an answer.
const test = isolatedTest().extend<{ noConsoleErrors: undefined }>({
  noConsoleErrors: async ({ page: _ }, use) => use(undefined),
});

type Action = {
  /** Prepares its data, opens its page and everything before the last click. Returns what is clicked last. */
  open: (page: Page) => Promise<Locator>;
  /** What is recorded when it happens. */
  event: (typeof eventKinds)[number];
  /** What the page says after it. */
  says: string | RegExp | ((page: Page) => Locator);
};

const confirmation = (page: Page, name: string | RegExp) => page.getByRole("alertdialog").getByRole("button", { name });

/** Opens the menu of a page or a row. Its item is clicked last. */
async function openMenu(page: Page, menu: string | RegExp, item: string): Promise<Locator> {
  await page.getByRole("button", { name: menu }).first().click();
  return page.getByRole("menuitem", { name: item });
}

/** Chooses an item that opens a dialog. */
async function chooseAndConfirm(page: Page, menu: string | RegExp, item: string, button: string = item): Promise<Locator> {
  await openMenu(page, menu, item);
  await chooseMenuItem(page, item);
  return confirmation(page, button);
}

/** Selects a row of a list and starts a bulk action. */
async function startBulkAction(page: Page, list: string, row: string, action: string): Promise<void> {
  await openPage(page, list);
  await page.getByRole("checkbox", { name: `Select ${row}` }).click();
  await selectionBar(page).getByRole("button", { name: action }).click();
}

async function createFailedSend(): Promise<{ id: string; emails: string[] }> {
  // Email is paused after five of the latest emails were refused, also those of other tests.
  await queryDatabase((sql) => sql`delete from email_circuit_breakers`);
  const emails = [await createLead("refused")];
  const { sendId: id } = await postApi("/codes/send", { code: await createCode(), emails });
  const isAttempted = () => queryDatabase((sql) => sql`select from deliveries where send_id = ${id} and status in ('retrying', 'failed')`);
  await expect.poll(isAttempted).toHaveLength(1);
  // After a connection that broke, it would fail with a later attempt.
  await queryDatabase((sql) => sql`update deliveries set status = 'failed' where send_id = ${id} and status = 'retrying'`);
  return { id, emails };
}

async function createWaitingSend(): Promise<string> {
  const { sendId } = await postApi("/codes/send", { code: await createCode(), emails: [await createLead("later")] });
  return sendId;
}

async function createWave(): Promise<string> {
  await createLead("waiting", { waitlist: true });
  return (await postApi("/waves", { size: 1, repeat: { time: "09:00", total: 5 } })).id;
}

/** Creates a lead who can get an invite code. */
async function createInviter(): Promise<string> {
  const email = `${uniqueTag()}@example.org`;
  await postApi("/codes/claim", { code: await createCode(), email });
  await queryDatabase((sql) => sql`update projects set invite_quota = 1`);
  return email;
}

async function createBatch(): Promise<{ id: string; code: string }> {
  const [{ code, batch }] = await postApi("/codes/generate", { amount: 1, name: uniqueTag() });
  return { id: batch.id, code };
}

async function createKey(page: Page): Promise<string> {
  const name = uniqueTag();
  const headers = { "sec-fetch-site": "same-origin" };
  const response = await page.context().request.post("/api/keys", { data: { kind: "secret_key", name }, headers });
  expect(response.status()).toBe(200);
  await openPage(page, routes.settings.keys);
  return name;
}

/** The URL of a webhook that nothing answers. */
const unreachable = "http://127.0.0.1:9/hooks";

/** Creates a webhook and opens its page, or a dialog there. Returns its ID. */
async function openWebhook(page: Page, action?: string): Promise<string> {
  const { id } = await createWebhook(page.context(), { url: unreachable, events: ["wave.ended"] });
  await openPage(page, action === undefined ? webhookPath(id) : `${webhookPath(id)}?action=${action}`);
  return id;
}

async function createInvitation(page: Page): Promise<string> {
  const email = `${uniqueTag()}@example.org`;
  const headers = { "sec-fetch-site": "same-origin" };
  expect((await page.context().request.post("/api/team/invitations", { data: { email, role: "member" }, headers })).status()).toBe(200);
  await openPage(page, routes.settings.team);
  return email;
}

/** Opens a list with a filter and the menu of its views. */
async function openViews(page: Page): Promise<string> {
  const name = uniqueTag();
  await openPage(page, withQuery(routes.leads, { waitlist: "true" }));
  await page.getByRole("button", { name: /^Views/ }).click();
  await chooseMenuItem(page, "Save as new view…");
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  return name;
}

/** Those that `npm test` tries: what happens twice can't be taken back. */
const main: Record<string, Action> = {
  "inviting the next 2 people in line": {
    open: async (page) => {
      await createLeads(4, { waitlist: true });
      await openPage(page, routes.dialogs.inviteFromWaitlist);
      await page.getByRole("dialog").getByRole("textbox", { name: "Number of people" }).fill("2");
      return page.getByRole("dialog").getByRole("button", { name: "Invite 2 people" });
    },
    event: "wave.sent",
    says: "Invited 2 people",
  },
};

const others: Record<string, Action> = {
  "resending emails that failed to a new send": {
    open: async (page) => {
      await openPage(page, sendPath((await createFailedSend()).id));
      await sendProgress(page).getByRole("button", { name: "Resend undelivered" }).click();
      return confirmation(page, "Resend to up to 1 lead");
    },
    event: "code.sent",
    says: "Emails queued",
  },
  "sending a code": {
    open: async (page) => {
      const [email, code] = [await createLead("once"), await createCode()];
      await openPage(page, codePath(code));
      await page.getByRole("button", { name: /^Send/ }).click();
      await page.getByRole("dialog").getByRole("textbox", { name: "Emails" }).fill(email);
      return page.getByRole("dialog").getByRole("button", { name: "Send to 1 lead" });
    },
    event: "code.sent",
    says: sendProgress,
  },
  "retrying failed emails": {
    open: async (page) => {
      await openPage(page, sendPath((await createFailedSend()).id));
      await sendProgress(page).getByRole("button", { name: "Retry failed" }).click();
      return confirmation(page, "Retry 1 email");
    },
    event: "send.retried",
    says: "1 email queued again",
  },
  "stopping a send": {
    open: async (page) => {
      await openPage(page, sendPath(await createWaitingSend()));
      await sendProgress(page).getByRole("button", { name: "Stop sending" }).click();
      return confirmation(page, "Stop sending");
    },
    event: "send.canceled",
    says: "Remaining emails canceled",
  },
  "resending an automatic email": {
    open: async (page) => {
      await openPage(page, leadPath(await createLead("again", { waitlist: true })));
      return openMenu(page, /^More actions for/, "Resend waitlist email");
    },
    event: "lead.email_resent",
    says: "Email queued",
  },
  "moving a lead to the top of the waitlist": {
    open: async (page) => {
      await createLead("first", { waitlist: true });
      const email = await createLead("mover", { waitlist: true });
      await openPage(page, withQuery(routes.waitlist, { q: email }));
      return openMenu(page, `Actions for ${email}`, "Move to the top");
    },
    event: "lead.moved",
    says: / is now at position 1/,
  },
  "moving a lead to a position": {
    open: async (page) => {
      await createLead("first", { waitlist: true });
      const email = await createLead("mover", { waitlist: true });
      await openPage(page, withQuery(routes.waitlist, { q: email }));
      await openMenu(page, `Actions for ${email}`, "Move to a position…");
      await chooseMenuItem(page, "Move to a position…");
      await page.getByRole("dialog").getByLabel("New position").fill("1");
      return page.getByRole("dialog").getByRole("button", { name: "Move" });
    },
    event: "lead.moved",
    says: / is now at position 1/,
  },
  "removing a lead from the waitlist": {
    open: async (page) => {
      const email = await createLead("leaver", { waitlist: true });
      await openPage(page, withQuery(routes.waitlist, { q: email }));
      return openMenu(page, `Actions for ${email}`, "Remove from waitlist");
    },
    event: "lead.updated",
    says: / removed from the waitlist/,
  },
  "pausing a recurring wave": {
    open: async (page) => {
      await openPage(page, wavePath(await createWave()));
      return page.getByRole("button", { name: "Pause", exact: true });
    },
    event: "wave.paused",
    says: "Wave paused",
  },
  "ending a recurring wave": {
    open: async (page) => {
      await openPage(page, wavePath(await createWave()));
      await page.getByRole("button", { name: "End wave" }).click();
      return confirmation(page, "End wave");
    },
    event: "wave.ended",
    says: "Wave ended",
  },
  "generating codes": {
    open: async (page) => {
      await openPage(page, routes.generate);
      await page.getByLabel("Number of codes").fill("3");
      await page.getByLabel("Name").fill(uniqueTag());
      return page.getByRole("button", { name: "Generate 3 codes" });
    },
    event: "codes.generated",
    says: "Codes",
  },
  "creating the invite codes of a lead": {
    open: async (page) => {
      await openPage(page, leadPath(await createInviter()));
      return page.getByRole("button", { name: "Create 1 code" });
    },
    event: "codes.generated",
    says: "Invite codes created",
  },
  "revoking a branch": {
    open: async (page) => {
      const email = await createInviter();
      await postApi(`/leads/email/${email}/invites`, {});
      await openPage(page, leadPath(email));
      await openMenu(page, `Actions for the branch of ${email}`, "Revoke branch");
      await chooseMenuItem(page, "Revoke branch");
      await page.getByRole("alertdialog").getByRole("textbox").fill("revoke");
      return confirmation(page, "Revoke branch");
    },
    event: "code.deleted",
    says: "Deleted 1 code",
  },
  "pausing a code": {
    open: async (page) => {
      await openPage(page, codePath(await createCode()));
      return chooseAndConfirm(page, "More actions", "Pause", "Pause code");
    },
    event: "code.paused",
    says: / paused/,
  },
  "deleting a code in a list": {
    open: async (page) => {
      const { id, code } = await createBatch();
      await startBulkAction(page, withQuery(routes.codes, { batch: id }), code, "Delete");
      return confirmation(page, "Delete");
    },
    event: "code.deleted",
    says: "Deleted 1 code",
  },
  "pausing a batch": {
    open: async (page) => {
      await openPage(page, batchPath((await createBatch()).id));
      return chooseAndConfirm(page, "More actions", "Pause");
    },
    event: "batch.paused",
    says: / paused$/,
  },
  "renaming a batch": {
    open: async (page) => {
      await openPage(page, batchPath((await createBatch()).id));
      await openMenu(page, "More actions", "Rename");
      await chooseMenuItem(page, "Rename");
      await page.getByRole("dialog").getByLabel("Name").fill(uniqueTag());
      return page.getByRole("dialog").getByRole("button", { name: /^(Rename|Save)/ });
    },
    event: "batch.renamed",
    says: /renamed|saved|updated/i,
  },
  "adding a lead": {
    open: async (page) => {
      await openPage(page, routes.dialogs.addLead);
      await page.getByRole("dialog").getByLabel("Email").fill(`${uniqueTag()}@example.org`);
      return page.getByRole("dialog").getByRole("button", { name: "Add lead", exact: true });
    },
    event: "lead.created",
    says: "Lead added",
  },
  "adding a selected lead to the waitlist": {
    open: async (page) => {
      const { emails, list } = await createLeads(1);
      await startBulkAction(page, list, emails[0] ?? "", "Add to waitlist");
      return confirmation(page, /^Add/);
    },
    event: "lead.updated",
    says: "Added 1 lead to the waitlist",
  },
  "deleting a selected lead": {
    open: async (page) => {
      const { emails, list } = await createLeads(1);
      await startBulkAction(page, list, emails[0] ?? "", "Delete");
      return confirmation(page, "Delete");
    },
    event: "lead.deleted",
    says: "Deleted 1 lead",
  },
  "deleting a lead on their page": {
    open: async (page) => {
      await openPage(page, leadPath(await createLead("goner")));
      return chooseAndConfirm(page, /^More actions for/, "Delete lead");
    },
    event: "lead.deleted",
    says: "Lead deleted",
  },
  "restoring a lead from the bin": {
    open: async (page) => {
      const email = await createLead("restored");
      await postApi("/leads/bulk", { action: "delete", emails: [email], bin: true });
      await openPage(page, withQuery(routes.bin, { q: email }));
      return page.getByRole("button", { name: `Restore ${email}` });
    },
    event: "lead.restored",
    says: "Restored 1 item",
  },
  "running an import": {
    open: async (page) => {
      const email = `${uniqueTag()}@example.org`;
      await openPage(page, routes.imports);
      await page.getByRole("button", { name: "Paste rows" }).click();
      await page.getByLabel("Rows", { exact: true }).fill(`Email\tFirst name\n${email}\tAda`);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("button", { name: "Check file" }).click();
      return page.getByRole("button", { name: "Import 1 lead" });
    },
    event: "leads.imported",
    says: "Result",
  },
  "adding a suppression": {
    open: async (page) => {
      await openPage(page, routes.dialogs.addSuppression);
      await page.getByRole("dialog").getByLabel("Email").fill(`${uniqueTag()}@example.org`);
      return page.getByRole("dialog").getByRole("button", { name: "Add suppression" });
    },
    event: "suppression.added",
    says: "Suppression added",
  },
  "removing a suppression": {
    open: async (page) => {
      const email = `${uniqueTag()}@example.org`;
      await postApi("/suppressions", { email, reason: "staff" });
      await openPage(page, withQuery(routes.suppressions, { q: email }));
      return chooseAndConfirm(page, `Actions for ${email}`, "Remove", "Remove suppression");
    },
    event: "suppression.removed",
    says: / can receive emails again/,
  },
  "saving a view": {
    open: async (page) => {
      await openViews(page);
      return page.getByRole("dialog").getByRole("button", { name: /^Save/ });
    },
    event: "view.created",
    says: /saved/,
  },
  "creating an API key": {
    open: async (page) => {
      await openPage(page, routes.dialogs.createKey);
      await page.getByRole("dialog").getByLabel("Name").fill(uniqueTag());
      return page.getByRole("dialog").getByRole("button", { name: "Create key", exact: true });
    },
    event: "key.created",
    says: /^sk_/,
  },
  "rotating an API key": {
    open: async (page) => {
      const name = await createKey(page);
      await openMenu(page, new RegExp(`^Actions for the key ${name}`), "Rotate key");
      await chooseMenuItem(page, "Rotate key");
      return page.getByRole("dialog").getByRole("button", { name: "Rotate key" });
    },
    event: "key.rotated",
    says: /^sk_/,
  },
  "revoking an API key": {
    open: async (page) => {
      const name = await createKey(page);
      return chooseAndConfirm(page, new RegExp(`^Actions for the key ${name}`), "Revoke key");
    },
    event: "key.revoked",
    says: / was revoked/,
  },
  "creating a webhook": {
    open: async (page) => {
      await openPage(page, routes.dialogs.createWebhook);
      await page.getByRole("dialog").getByLabel("URL").fill(unreachable);
      return page.getByRole("dialog").getByRole("button", { name: "Create webhook" });
    },
    event: "webhook.created",
    says: /^whsec_/,
  },
  "changing a webhook": {
    open: async (page) => {
      await openWebhook(page, "edit");
      await page.getByRole("dialog").getByLabel("Description").fill(uniqueTag());
      return page.getByRole("dialog").getByRole("button", { name: "Save changes" });
    },
    event: "webhook.updated",
    says: "Webhook saved",
  },
  "rotating the secret of a webhook": {
    open: async (page) => {
      await openWebhook(page, "rotate");
      return page.getByRole("dialog").getByRole("button", { name: "Rotate secret" });
    },
    event: "webhook.secret_rotated",
    says: /^whsec_/,
  },
  "pausing a webhook": {
    open: async (page) => {
      await openWebhook(page);
      return page.getByRole("button", { name: "Pause", exact: true });
    },
    event: "webhook.paused",
    says: "Nothing is sent until it's resumed.",
  },
  "resuming a webhook": {
    open: async (page) => {
      const id = await openWebhook(page);
      await page.getByRole("button", { name: "Pause", exact: true }).click();
      await expect(page.getByText("Nothing is sent until it's resumed.")).toBeVisible();
      await openPage(page, `${webhookPath(id)}?action=resume`);
      return page.getByRole("dialog").getByRole("button", { name: "Resume" });
    },
    event: "webhook.resumed",
    says: "Webhook resumed",
  },
  "sending a delivery of a webhook again": {
    open: async (page) => {
      const id = await openWebhook(page);
      const headers = { "sec-fetch-site": "same-origin" };
      const test = await page.context().request.post(`/api/webhooks/${id}/test`, { data: { type: "wave.ended" }, headers });
      await openPage(page, withQuery(webhookPath(id), { delivery: (await test.json()).data.event }));
      return page.getByRole("dialog").getByRole("button", { name: "Retry", exact: true });
    },
    event: "webhook.recovered",
    says: "Queued again",
  },
  "recovering the events of a webhook": {
    open: async (page) => {
      const id = await openWebhook(page);
      const headers = { "sec-fetch-site": "same-origin" };
      await page.context().request.post(`/api/webhooks/${id}/test`, { data: { type: "wave.ended" }, headers });
      await openPage(page, `${webhookPath(id)}?action=recover`);
      return page.getByRole("dialog").getByRole("button", { name: "Recover events" });
    },
    event: "webhook.recovered",
    says: "Queued 1 event",
  },
  "deleting a webhook": {
    open: async (page) => {
      await openWebhook(page, "delete");
      return confirmation(page, "Delete webhook");
    },
    event: "webhook.deleted",
    says: / was deleted/,
  },
  "inviting someone to the team": {
    open: async (page) => {
      await openPage(page, routes.dialogs.inviteStaff);
      await page.getByRole("dialog").getByLabel("Emails").fill(`${uniqueTag()}@example.org`);
      return page.getByRole("dialog").getByRole("button", { name: "Send invitation" });
    },
    event: "staff.invited",
    says: /invited|invitation/i,
  },
  "resending an invitation to the team": {
    open: async (page) => openMenu(page, `Actions for the invitation to ${await createInvitation(page)}`, "Resend invitation"),
    event: "staff.invited",
    says: "Invitation resent",
  },
  "revoking an invitation to the team": {
    open: async (page) => chooseAndConfirm(page, `Actions for the invitation to ${await createInvitation(page)}`, "Revoke invitation"),
    event: "staff.invitation_revoked",
    says: "Invitation revoked",
  },
};

/** Their requests have no key, because a second one changes nothing. */
const repeatable: Record<string, Action> = {
  "saving an email template": {
    open: async (page) => {
      await openPage(page, emailTemplatePath("code"));
      await page.getByLabel("Subject").fill(`Your code ${uniqueTag()}`);
      return page.getByRole("button", { name: "Save changes" });
    },
    event: "email_template.updated",
    says: "Email template saved",
  },
  "changing a role": {
    open: async (page) => {
      const { name } = await createStaffMember("member");
      await openPage(page, routes.settings.team);
      await page.getByRole("combobox", { name: `Role of ${name}` }).click();
      return page.getByRole("option", { name: "admin" });
    },
    event: "staff.updated",
    says: / is now an admin/,
  },
  "saving email delivery": {
    open: async (page) => {
      await openPage(page, routes.settings.emailDelivery);
      await page.getByLabel("Reply-to email").fill(`${uniqueTag()}@example.org`);
      return page
        .locator("form")
        .filter({ has: page.getByLabel("Reply-to email") })
        .getByRole("button", { name: "Save changes" });
    },
    event: "project.email_delivery_updated",
    says: "Email delivery saved",
  },
};

const isWrite = (route: Route) => route.request().method() !== "GET" && !/\/(preview|estimate|lookup)\b/.test(route.request().url());

const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The ways to do something impatiently. Each does it, and returns after the last click. */
const ways: Record<string, (page: Page, context: BrowserContext, button: Locator) => Promise<unknown>> = {
  "a double click": (_, __, button) => button.dblclick(),
  "clicks and Enter while the network is slow": async (page, context, button) => {
    await context.route("**/api/**", async (route) => {
      if (isWrite(route)) await delay(1000);
      await route.fallback();
    });
    const box = await button.boundingBox();
    await button.click();
    for (let click = 0; click < 2; click++) {
      await delay(250);
      if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await page.keyboard.press("Enter");
    }
  },
  "an answer that is lost": async (_, context, button) => {
    let lost = 0;
    await context.route("**/api/**", async (route) => {
      if (!isWrite(route) || lost++ > 0) return route.fallback();
      await route.fetch();
      await route.abort("failed");
    });
    await button.click();
    await expect.poll(() => lost).toBeGreaterThan(1);
  },
};

const count = async (event: string) => {
  const [row] = await queryDatabase<{ events: number }>((sql) => sql`select count(*)::int as events from events where kind = ${event}`);
  return row?.events ?? 0;
};

/** What says that something failed. */
const problems = (page: Page) => page.locator('[data-type="error"], main [role="alert"], [role="dialog"] [role="alert"]');

/** Waits until no request of a page has been running for a while. */
async function waitForRequests(running: Set<unknown>): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = running.size === 0 ? quiet + 1 : 0) await delay(100);
}

// They mostly wait, so each process has a site for its part of them.
test.describe.configure({ mode: "parallel" });

for (const [name, { open, event, says }] of Object.entries(size(main, { ...main, ...others, ...repeatable }))) {
  test(`${name} happens once, and the page says so`, sampled, async ({ page, context }) => {
    page.setDefaultTimeout(15_000);
    await signIn(context);
    const running = new Set<unknown>();
    page.on("request", (request) => request.url().includes("/api/") && running.add(request));
    page.on("requestfinished", (request) => running.delete(request));
    page.on("requestfailed", (request) => running.delete(request));
    for (const [way, act] of Object.entries(ways))
      await test.step(way, async () => {
        const button = await open(page);
        await expect(button, way).toBeEnabled();
        const before = await count(event);
        await act(page, context, button);
        await expect(typeof says === "function" ? says(page) : page.getByText(says).first(), way).toBeVisible();
        await waitForRequests(running);
        // The stream of events, which never ends, stays off.
        await context.unroute("**/api/**");
        expect((await count(event)) - before, way).toBe(1);
        await expect(problems(page), way).toHaveCount(0);
      });
  });
}

for (const [name, { open, event, says }] of Object.entries({ ...main, ...others, ...repeatable })) {
  test(`${name} works on a page that is translated`, heavyOnly, async ({ page, context }) => {
    page.setDefaultTimeout(15_000);
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await signIn(context);
    for (const way of ["move", "replace"] as const)
      await test.step(way, async () => {
        const button = await open(page);
        await expect(button, way).toBeEnabled();
        await translate(page, way);
        const before = await count(event);
        await button.click();
        await expect(typeof says === "function" ? says(page) : page.getByText(says).first(), way).toBeVisible();
        await expect.poll(() => count(event), way).toBe(before + 1);
        await expect(problems(page), way).toHaveCount(0);
        expect(errors, way).toEqual([]);
      });
  });
}
