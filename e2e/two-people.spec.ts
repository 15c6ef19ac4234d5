import type { BrowserContext } from "@playwright/test";
import { batchPath, codePath, emailTemplatePath, routes, webhookPath } from "@/lib/routes";
import { expect, expectNoDialog } from "./harness/fixtures";
import { isolatedTest } from "./harness/isolated-site";
import { chooseMenuItem, pickOption } from "./harness/popups";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";
import { createWebhook } from "./harness/webhooks";

const test = isolatedTest();

/** Calls the API as the signed-in staff member, and returns the data. */
const sessionApi =
  ({ request }: BrowserContext) =>
  async (method: "post" | "patch" | "get", path: string, data?: object) => {
    const response = await request[method](`/api${path}`, { ...(data && { data }), headers: { "sec-fetch-site": "same-origin" } });
    return (await response.json()).data;
  };

test("questions that two people save at the same time are merged, and a question that both changed is asked about", async ({
  page,
  context,
}) => {
  await signIn(context);
  // Specs that share the site ask questions too.
  expect(
    (await context.request.patch("/api/project", { data: { questions: [] }, headers: { "sec-fetch-site": "same-origin" } })).status(),
  ).toBe(200);
  const other = await context.newPage();
  for (const each of [page, other]) await each.goto(routes.settings.questions);
  const add = async (each: typeof page, label: string) => {
    await each.getByRole("button", { name: "Add question" }).click();
    await each.getByLabel("Question", { exact: true }).last().fill(label);
    await each.getByRole("button", { name: "Save changes" }).click();
    await expect(each.getByText("Questions saved").first()).toBeVisible();
  };
  await add(other, "Company");
  await add(page, "Team size");
  const questions = page.getByLabel("Question", { exact: true });
  await expect(questions).toHaveCount(2);
  await expect(questions.first()).toHaveValue("Company");

  await other.reload();
  /** Waits for the answer to the request that a click sends. */
  const answered = async (each: typeof page, click: Promise<void>) => {
    await Promise.all([each.waitForResponse((response) => response.request().method() === "PATCH"), click]);
  };
  const rename = async (each: typeof page, label: string) => {
    await each.getByLabel("Question", { exact: true }).first().fill(label);
    await answered(each, each.getByRole("button", { name: "Save changes" }).click());
  };
  await rename(other, "Your employer");
  await expect(other.getByText("Questions saved")).toBeVisible();
  await rename(page, "Your company");
  const conflict = page.getByRole("alert").filter({ hasText: "These questions have changed" });
  await expect(conflict).toContainText("Theirs: Your employer");
  await expect(conflict).toContainText("Yours: Your company");
  await expect(questions.first()).toHaveValue("Your company");
  await answered(page, conflict.getByRole("button", { name: "Save mine instead" }).click());
  await expect(conflict).toHaveCount(0);
  await other.reload();
  await expect(other.getByLabel("Question", { exact: true }).first()).toHaveValue("Your company");

  await rename(page, "Firm");
  await expect(page.getByRole("button", { name: "Save changes" })).toBeDisabled();
  await rename(other, "Agency");
  await other.getByRole("button", { name: "Use theirs" }).click();
  await expect(other.getByLabel("Question", { exact: true }).first()).toHaveValue("Firm");
  await expect(other.getByRole("button", { name: "Save changes" })).toBeDisabled();
});

test("a number that can't be read isn't shown any more once the number of someone else is used", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  const save = (waitlistLimit: number | null) =>
    context.request.patch("/api/project", { data: { waitlistLimit }, headers: { "sec-fetch-site": "same-origin" } });
  await page.goto(routes.settings.project);
  expect((await save(1000)).status()).toBe(200);
  const size = page.getByLabel("Maximum size of the waitlist");
  await size.fill("500");
  await page.getByRole("button", { name: "Save changes" }).click();
  const conflict = page.getByRole("alert").filter({ hasText: "These settings have changed" });
  await expect(conflict).toContainText("Theirs: 1000");
  await size.fill("1.000");
  await conflict.getByRole("button", { name: "Use theirs" }).click();
  await expect(size).toHaveValue("1,000");
  expect((await save(null)).status()).toBe(200);
});

test(
  "questions that two people reorder differently are asked about, and a field of an import keeps what someone else added",
  heavyOnly,
  async ({ page, context }) => {
    await signIn(context);
    const save = (questions: object[]) =>
      context.request.patch("/api/project", { data: { questions }, headers: { "sec-fetch-site": "same-origin" } });
    const question = (label: string) => ({
      key: label.toLowerCase(),
      label,
      type: "text",
      options: [],
      required: false,
      onJoinForms: false,
    });
    await save(["Company", "Team", "City"].map(question));
    const other = await context.newPage();
    for (const each of [page, other]) await each.goto(routes.settings.questions);
    const reorder = async (each: typeof page, index: number) => {
      await each.getByRole("button", { name: "Move up" }).nth(index).click();
      await each.getByRole("button", { name: "Save changes" }).click();
    };
    await reorder(other, 1);
    await expect(other.getByText("Questions saved")).toBeVisible();
    await reorder(page, 2);
    const conflict = page.getByRole("alert").filter({ hasText: "These questions have changed" });
    await expect(conflict).toContainText("Theirs: Team · Company · City");
    await expect(conflict).toContainText("Yours: Company · City · Team");
    await conflict.getByRole("button", { name: "Save mine instead" }).click();
    await expect(conflict).toHaveCount(0);
    await expect(page.getByText("Questions saved")).toBeVisible();
    const labels = async () =>
      (await (await context.request.get("/api/project")).json()).data.questions.map(({ label }: { label: string }) => label);
    expect(await labels()).toEqual(["Company", "City", "Team"]);

    await page.goto(routes.imports);
    await page.getByRole("button", { name: "Paste rows" }).click();
    await page.getByLabel("Rows", { exact: true }).fill("Email\tSeats\nada@example.org\t12");
    await page.getByRole("button", { name: "Continue" }).click();
    const column = page.getByRole("combobox", { name: "Import Seats as" });
    await expect(column).toBeVisible();
    // With the same key as the new field.
    await save([...["Company", "City", "Team"].map(question), { ...question("Seats"), label: "How many seats?", type: "url" }]);
    await column.click();
    await page.getByRole("option", { name: "New field" }).click();
    await expect(column).toHaveText("Seats");
    expect(await labels()).toEqual(["Company", "City", "Team", "How many seats?", "Seats"]);
  },
);

test("an email template keeps what someone else changed in another field", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  const other = await context.newPage();
  for (const each of [page, other]) await each.goto(emailTemplatePath("code"));
  const save = async (each: typeof page, field: string, text: string) => {
    await each.getByLabel(field, { exact: true }).fill(text);
    await each.getByRole("button", { name: "Save changes" }).click();
    await expect(each.getByText("Email template saved", { exact: true })).toBeVisible();
  };
  await save(other, "Subject", "Their subject");
  await save(page, "Button label", "My button");
  await page.reload();
  await expect(page.getByLabel("Subject", { exact: true })).toHaveValue("Their subject");
  await expect(page.getByLabel("Button label", { exact: true })).toHaveValue("My button");
});

test("settings of a webhook that two people changed are asked about, and others are merged", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  const { id } = await createWebhook(context, { url: "http://127.0.0.1:9/hooks", description: "Shop", events: ["wave.ended"] });
  const other = await context.newPage();
  const dialogs = [page, other].map((each) => each.getByRole("dialog"));
  const [mine, theirs] = dialogs as [(typeof dialogs)[number], (typeof dialogs)[number]];
  for (const each of [page, other]) await each.goto(`${webhookPath(id)}?action=edit`);
  const save = (dialog: typeof mine) => dialog.getByRole("button", { name: "Save changes" }).click();
  for (const dialog of dialogs) {
    await dialog.getByLabel("Description").waitFor();
    await dialog.getByText("More options").click();
  }
  await theirs.getByLabel("Description").fill("Their shop");
  await theirs.getByLabel("Tag").fill("vip");
  await save(theirs);
  await expect(other.getByText("Webhook saved")).toBeVisible();

  await mine.getByLabel("Description").fill("My shop");
  await mine.getByRole("radio", { name: "All events" }).click();
  await save(mine);
  const conflict = mine.getByRole("alert").filter({ hasText: "These settings have changed" });
  await expect(conflict).toContainText("Theirs: Their shop");
  await expect(conflict).toContainText("Yours: My shop");
  await expect(conflict).not.toContainText("Events");
  await expect(mine.getByLabel("Description")).toHaveValue("My shop");
  // It isn't saved until one is chosen.
  await Promise.all([page.waitForResponse((response) => response.request().method() === "PATCH" && response.status() === 409), save(mine)]);
  await expect(conflict).toBeVisible();
  await conflict.getByRole("button", { name: "Save mine instead" }).click();
  await expect(page.getByText("Webhook saved")).toBeVisible();
  const saved = async () => (await (await context.request.get(`/api/webhooks/${id}`)).json()).data;
  expect(await saved()).toMatchObject({ description: "My shop", events: null, filter: { tag: "vip" } });

  for (const each of [page, other]) await each.goto(`${webhookPath(id)}?action=edit`);
  await theirs.getByLabel("Description").fill("Their shop");
  await save(theirs);
  await expect(other.getByText("Webhook saved")).toBeVisible();
  await mine.getByLabel("Description").fill("My other shop");
  await save(mine);
  await conflict.getByRole("button", { name: "Use theirs" }).click();
  await expect(mine.getByLabel("Description")).toHaveValue("Their shop");
  expect(await saved()).toMatchObject({ description: "Their shop" });
});

test("fields of a batch that two people changed are asked about, and others are merged", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  const callPage = sessionApi(context);
  const { id } = (await callPage("post", "/codes/generate", { amount: 1, name: "Spring", allowedDomains: ["example.com"] }))[0].batch;
  const change = (fields: object) => callPage("patch", `/batches/${id}`, fields);
  const saved = () => callPage("get", `/batches/${id}`);
  const dialog = page.getByRole("dialog");
  const conflict = dialog.getByRole("alert").filter({ hasText: "This has changed" });
  const open = async (action: string) => {
    await page.goto(`${batchPath(id)}?action=${action}`);
    await dialog.getByRole("textbox").first().waitFor();
  };

  await open("rename");
  await change({ name: "Summer" });
  await dialog.getByLabel("Name").fill("Fall");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(conflict).toContainText("Theirs: Summer");
  await expect(conflict).toContainText("Yours: Fall");
  expect(await saved()).toMatchObject({ name: "Summer" });
  await conflict.getByRole("button", { name: "Use theirs" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("Summer");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expectNoDialog(page);
  await expect(page.getByRole("heading", { name: "Summer", level: 1 })).toBeVisible();

  await open("redemption");
  await change({ redemptionUrl: "https://store.example/theirs", redemptionInstructions: "At the counter." });
  await dialog.getByLabel("Link").fill("https://store.example/mine");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(conflict).toContainText("Theirs: https://store.example/theirs");
  await expect(conflict).not.toContainText("Instructions");
  await conflict.getByRole("button", { name: "Save mine instead" }).click();
  await expectNoDialog(page);
  expect(await saved()).toMatchObject({ redemptionUrl: "https://store.example/mine", redemptionInstructions: "At the counter." });

  await open("allowedDomains");
  await change({ allowedDomains: ["example.com", "example.net"] });
  await dialog.getByLabel("Domains").fill("example.com, example.org");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectNoDialog(page);
  expect(await saved()).toMatchObject({ allowedDomains: ["example.com", "example.net", "example.org"] });
});

test("the note of a suppression that two people changed is asked about, and its reason is merged", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  const email = `${Date.now()}@example.org`;
  const callPage = sessionApi(context);
  await callPage("post", "/suppressions", { email, note: "Called." });
  await page.goto(routes.suppressions);
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await chooseMenuItem(page, "Edit");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Mine");
  await callPage("patch", `/suppressions/${email}`, { reason: "complained", note: "Theirs" });
  await dialog.getByRole("button", { name: "Save changes" }).click();
  const conflict = dialog.getByRole("alert").filter({ hasText: "This has changed" });
  await expect(conflict).toContainText("Theirs: Theirs");
  await expect(conflict).toContainText("Yours: Mine");
  await expect(conflict).not.toContainText("Reason");
  await conflict.getByRole("button", { name: "Save mine instead" }).click();
  await expectNoDialog(page);
  const [saved] = await callPage("get", `/suppressions?email=${email}`);
  expect(saved).toMatchObject({ reason: "complained", note: "Mine" });
});

test(
  "the name of a view, of yourself and whom a code is reserved for are asked about if they changed",
  heavyOnly,
  async ({ page, context }) => {
    await signIn(context);
    const callPage = sessionApi(context);
    const [mine, theirs] = [`mine-${Date.now()}@example.org`, `theirs-${Date.now()}@example.org`];
    const dialog = page.getByRole("dialog");
    const conflict = page.getByRole("alert").filter({ hasText: /This has changed|These settings have changed/ });
    const expectConflict = async (their: string, own: string) => {
      await expect(conflict).toContainText(`Theirs: ${their}`);
      await expect(conflict).toContainText(`Yours: ${own}`);
    };

    const view = await callPage("post", "/views", { list: "codes", name: "Spring", filters: {} });
    await page.goto(`${routes.codes}?view=${view.id}`);
    await page.getByRole("button", { name: "Spring" }).click();
    await chooseMenuItem(page, "Rename…");
    await dialog.getByLabel("Name").fill("Fall");
    await callPage("patch", `/views/${view.id}`, { name: "Summer" });
    await dialog.getByRole("button", { name: "Rename" }).click();
    await expectConflict("Summer", "Fall");
    await conflict.getByRole("button", { name: "Save mine instead" }).click();
    await expectNoDialog(page);
    await expect(page.getByRole("button", { name: "Fall" })).toBeVisible();

    await callPage("post", "/leads/create", { email: mine });
    const code = (await callPage("post", "/codes/generate", { amount: 1 }))[0].code;
    await page.goto(`${codePath(code)}?action=reserve`);
    await dialog.getByLabel("Reserved for").click();
    await pickOption(page, "Search leads", mine, mine);
    await callPage("patch", `/codes/${code}`, { reservedFor: theirs });
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expectConflict(theirs, mine);
    await conflict.getByRole("button", { name: "Use theirs" }).click();
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expectNoDialog(page);
    expect(await callPage("get", `/codes/${code}`)).toMatchObject({ reservedFor: { email: theirs } });

    await page.goto(routes.settings.account);
    await page.getByLabel("Name").fill("Grace");
    await callPage("patch", "/account", { name: "Hopper" });
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectConflict("Hopper", "Grace");
    await conflict.getByRole("button", { name: "Save mine instead" }).click();
    await expect(page.getByText("Profile saved")).toBeVisible();
    expect(await callPage("get", "/session")).toMatchObject({ staff: { name: "Grace" } });
  },
);

for (const [path, field, second, theirs] of [
  [routes.settings.project, "Success message", "Name", "Their project"],
  [routes.settings.publicPages, "Join success message", "Headline", "Their headline"],
  [routes.settings.emailTemplates, "Footer", "Button color", "#123456"],
] as const)
  test(`what two people typed as ${field} is asked about`, heavyOnly, async ({ page, context }) => {
    await signIn(context);
    const other = await context.newPage();
    for (const each of [page, other]) await each.goto(path);
    const input = (each: typeof page, label: string) => each.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`)).first();
    const save = async (each: typeof page, text: string) => {
      await input(each, field).fill(text);
      await each.getByRole("button", { name: "Save changes" }).first().click();
    };
    await input(other, second).fill(theirs);
    await save(other, "Their text");
    await expect(other.getByText(/saved$/i).first()).toBeVisible();
    await save(page, "My text");
    const conflict = page.getByRole("alert").filter({ hasText: "These settings have changed" });
    await expect(conflict).toContainText("Theirs: Their text");
    await expect(conflict).toContainText("Yours: My text");
    await expect(input(page, field)).toHaveValue("My text");
    // The question is gone before the answer.
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === "PATCH" && response.ok()),
      conflict.getByRole("button", { name: "Save mine instead" }).click(),
    ]);
    await expect(conflict).toHaveCount(0);
    await page.reload();
    await expect(input(page, field)).toHaveValue("My text");
    await expect(input(page, second)).toHaveValue(theirs);
  });

test(
  "a mail server that two owners change is asked about, and other settings of email delivery are merged",
  heavyOnly,
  async ({ page, context }) => {
    await signIn(context);
    const other = await context.newPage();
    for (const each of [page, other]) await each.goto(routes.settings.emailDelivery);
    const section = (each: typeof page, title: string) =>
      each.locator("form").filter({ has: each.getByRole("heading", { name: title, exact: true }) });
    const save = (each: typeof page, title: string) => section(each, title).getByRole("button", { name: "Save changes" }).click();
    const enterServer = async (each: typeof page, host: string) => {
      await each.getByRole("radio", { name: "Your own mail server" }).click();
      await each.getByLabel("Host").fill(host);
    };
    await enterServer(other, "theirs.example.org");
    await other.getByLabel("Emails per hour").fill("500");
    await save(other, "Mail server");
    await expect(other.getByText("Email delivery saved").first()).toBeVisible();
    await enterServer(page, "mine.example.org");
    await save(page, "Mail server");
    const conflict = page.getByRole("alert").filter({ hasText: "These settings have changed" });
    await expect(conflict).toContainText("Theirs: theirs.example.org:587");
    await expect(conflict).toContainText("Yours: mine.example.org:587");
    await conflict.getByRole("button", { name: "Save mine instead" }).click();
    await expect(conflict).toHaveCount(0);
    await expect(page.getByText("Email delivery saved").first()).toBeVisible();
    await expect(page.getByLabel("Emails per hour")).toHaveValue("500");

    const secret = (each: typeof page, provider: string) => each.getByRole("region", { name: provider }).locator("input");
    const saveSecret = async (each: typeof page, provider: string, text: string) => {
      await secret(each, provider).fill(text);
      await save(each, "Bounces and complaints");
    };
    await saveSecret(other, "Postmark", "their password of the webhook");
    // Other tests can have sent reports.
    const isSetUp = /Set up, no reports yet|Last report/;
    await expect(other.getByRole("region", { name: "Postmark" })).toContainText(isSetUp);
    await saveSecret(page, "Amazon SES", "arn:aws:sns:us-east-1:123456789012:bounces");
    for (const provider of ["Postmark", "Amazon SES"]) await expect(page.getByRole("region", { name: provider })).toContainText(isSetUp);
    await expect(conflict).toHaveCount(0);
    await saveSecret(other, "Amazon SES", "arn:aws:sns:us-east-1:123456789012:theirs");
    const otherConflict = other.getByRole("alert").filter({ hasText: "These settings have changed" });
    await expect(otherConflict).toContainText("Theirs: arn:aws:sns:us-east-1:123456789012:bounces");
    await otherConflict.getByRole("button", { name: "Use theirs" }).click();
    await expect(secret(other, "Amazon SES")).toHaveValue("arn:aws:sns:us-east-1:123456789012:bounces");
    await expect(section(other, "Bounces and complaints").getByRole("button", { name: "Save changes" })).toBeDisabled();
  },
);

test("a rate limit that two people change is asked about, and another is merged", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  const other = await context.newPage();
  for (const each of [page, other]) await each.goto(routes.settings.abuseProtection);
  const save = async (each: typeof page, limits: Record<string, string>) => {
    for (const [label, limit] of Object.entries(limits)) await each.getByLabel(label).fill(limit);
    await each.getByRole("button", { name: "Save limits" }).click();
  };
  const [claims, signUps] = ["Claims per IP address in 10 minutes", "Sign-ups per IP address in 10 minutes"];
  await save(other, { [claims]: "321", [signUps]: "432" });
  await expect(other.getByText("Limits saved")).toBeVisible();
  await save(page, { [claims]: "543" });
  const conflict = page.getByRole("alert").filter({ hasText: "These settings have changed" });
  await expect(conflict).toContainText("Theirs: 321");
  await expect(conflict).toContainText("Yours: 543");
  await conflict.getByRole("button", { name: "Save mine instead" }).click();
  await expect(page.getByText("Limits saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(claims)).toHaveValue("543");
  await expect(page.getByLabel(signUps)).toHaveValue("432");
});

test("a public message that two people write is asked about", heavyOnly, async ({ page, context }) => {
  await signIn(context);
  // The overview of a new project has only the checklist.
  const callPage = sessionApi(context);
  await callPage("post", "/codes/generate", { amount: 1 });
  await callPage("post", "/leads/create", { email: `${Date.now()}@example.org` });
  const other = await context.newPage();
  const dialog = (each: typeof page) => each.getByRole("dialog", { name: "Public message" });
  for (const each of [page, other]) {
    await each.goto(routes.overview);
    await each.getByRole("button", { name: "Public message" }).click();
    await expect(dialog(each)).toBeVisible();
  }
  const save = async (each: typeof page, message: string) => {
    await dialog(each).getByLabel("Message").fill(message);
    await dialog(each).getByRole("button", { name: "Save message", exact: true }).click();
  };
  await save(other, "Back at noon.");
  await expect(dialog(other)).toHaveCount(0);
  await save(page, "Back tomorrow.");
  const conflict = dialog(page).getByRole("alert");
  await expect(conflict).toContainText("Theirs: Back at noon.");
  await expect(conflict).toContainText("Yours: Back tomorrow.");
  await conflict.getByRole("button", { name: "Save mine instead" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText("Message shown while paused: Back tomorrow.")).toBeVisible();
});
