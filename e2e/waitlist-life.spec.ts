import type { Browser, Page } from "@playwright/test";
import { routes } from "@/lib/routes";
import { queryDatabase } from "./harness/database";
import { embedScript, pageHtml, withExternalSite } from "./harness/external-site";
import { expect, expectAccessible, openPage } from "./harness/fixtures";
import { waitForEmail } from "./harness/inbox";
import { isolatedTest } from "./harness/isolated-site";
import { getApi, getLead, postApi } from "./harness/leads";
import { site } from "./harness/site";
import { findLink, signIn } from "./harness/staff";
import { submitJoinForm } from "./harness/submit-join";
import { heavyOnly } from "./harness/tags";

const test = isolatedTest();

const consentText = "I agree to the [terms](https://example.org/terms).";
const productUrl = "http://product.example/welcome";
const settings = {
  name: "Aurora",
  consentText,
  doubleOptIn: true,
  referralBonus: 2,
  redirectUrl: productUrl,
  questions: [
    { key: "company", label: "Company", type: "text", required: true },
    { key: "team_size", label: "Team size", type: "choice", options: ["1–10", "11–50"] },
  ],
};

type Variant = { device: "phone" | "desktop"; javaScript: boolean };
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

const getPosition = (email: string) => getApi(`/leads/email/${encodeURIComponent(email)}/position`);

/** Waits for an email and returns its text, which must not have gaps where a value is missing. */
async function waitForText(email: string, subject: string): Promise<string> {
  const message = await waitForEmail(email, subject);
  expect(message.text).not.toMatch(/\{\{|undefined|null| ,|\n{4}/);
  return message.text ?? "";
}

/** Opens a customer's browser. */
async function openCustomerPage(browser: Browser, { device, javaScript }: Variant): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: javaScript, viewport: sizes[device], baseURL: site().baseUrl });
  await context.route("http://product.example/**", (route) => route.fulfill({ body: "<h1>Welcome</h1>", contentType: "text/html" }));
  return context.newPage();
}

type SignUp = { email: string; firstname: string; referralCode?: string };

/** Fills in the form of the script on another website or, without JavaScript, of the join page. */
async function join(page: Page, { javaScript }: Variant, { email, firstname, referralCode }: SignUp): Promise<void> {
  const query = new URLSearchParams({ utm_source: "newsletter", ...(referralCode && { ref: referralCode }) });
  const fillIn = async () => {
    await expect(page.getByText("A friend invited you")).toBeVisible({ visible: referralCode !== undefined });
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("First name").fill(firstname);
    await page.getByLabel("Company").fill("Analytical Engines");
    await page.getByLabel("Team size").selectOption("11–50");
    await expect(page.getByRole("link", { name: "terms" })).toHaveAttribute("href", "https://example.org/terms");
    await page.getByRole("checkbox", { name: "I agree to the terms." }).check();
    if (javaScript && referralCode === undefined) await expectAccessible(page);
  };
  if (!javaScript) {
    await page.goto(`${routes.join}?${query}`);
    await fillIn();
    await submitJoinForm(page);
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    return;
  }
  await withExternalSite(async (externalSite) => {
    await page.goto(`${externalSite.addPage({ body: pageHtml(embedScript("join", "data-names")) })}?${query}`);
    await fillIn();
    await page.getByRole("button", { name: "Join waitlist" }).click();
    await expect(page.getByText(`We'll send an email to ${email}, unless it's on the`, { exact: false })).toBeVisible();
  });
}

/** Confirms an email with the link in it. */
async function confirmEmail(page: Page, email: string): Promise<void> {
  const text = await waitForText(email, "Confirm your email for Aurora");
  await page.goto(findLink(text, routes.confirm).href);
  await expect(page.getByText(`Join the Aurora waitlist with ${email}?`)).toBeVisible();
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(page.getByRole("heading", { name: "You're on the list!" })).toBeVisible();
}

/** Invites the next 20 people in line on the dashboard, and returns the ID of the wave. */
async function inviteTwenty(page: Page): Promise<string> {
  await openPage(page, routes.waitlist);
  await page.getByRole("button", { name: "Invite next in line" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite next in line" });
  await expect(dialog.getByText("Invites 20 people, from position 1 to 20.")).toBeVisible();
  await expect(dialog.getByText("22 people in line match.")).toBeVisible();
  await dialog.getByText("More options").click();
  await dialog.getByLabel("Name").fill("First 20");
  await dialog.getByLabel("Days until a reminder").fill("5");
  await dialog.getByRole("switch", { name: "Offer unused invitations to the next in line" }).click();
  await dialog.getByRole("button", { name: "Invite 20 people" }).click();
  await page.waitForURL(new RegExp(`${routes.waves}/`));
  await expect(page.getByRole("heading", { level: 1, name: "First 20" })).toBeVisible();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Expects the numbers of a list of terms or stages by their names. */
async function expectNumbers(page: Page, item: string, numbers: Record<string, RegExp>): Promise<void> {
  for (const [name, number] of Object.entries(numbers))
    await expect(page.locator(item).filter({ has: page.getByText(name, { exact: true }) })).toHaveText(
      new RegExp(`^${name}${number.source}`),
    );
}

test.beforeEach(async ({ context }) => {
  // Every variant starts with an empty project, so that it can compare exact counts.
  await queryDatabase((sql) => sql`truncate leads, codes, batches, sends, deliveries, waves, events, stats, waitlist_changes cascade`);
  await signIn(context);
  const response = await context.request.patch("/api/project", { data: settings, headers: { "sec-fetch-site": "same-origin" } });
  expect(response.status(), await response.text()).toBe(200);
});

for (const variant of [
  { device: "phone", javaScript: true },
  { device: "phone", javaScript: false },
  { device: "desktop", javaScript: true },
  { device: "desktop", javaScript: false },
] as const) {
  const { device, javaScript } = variant;
  test(
    `a lead joins, moves up, is invited and reminded, and claims a code, and the places of others are passed on, on a ${device} ${javaScript ? "with" : "without"} JavaScript`,
    device === "phone" && javaScript ? {} : heavyOnly,
    async ({ browser, page }) => {
      const createEmail = (name: string) => `${name}-${device}-${javaScript ? "script" : "plain"}@example.org`;
      const others = Array.from({ length: 20 }, (_, index) => createEmail(`other-${index + 1}`));
      const [declining = "", expiring = ""] = others;
      const [ada, friend] = [createEmail("ada"), createEmail("friend")];
      for (const email of others) await postApi("/leads/create", { email, waitlist: true });
      await page.setViewportSize(sizes[device]);
      const customer = await openCustomerPage(browser, variant);

      // Ada joins, and moves up when her friend has joined.
      await join(customer, variant, { email: ada, firstname: "Ada" });
      expect(await getLead(ada)).toMatchObject({ status: "unconfirmed", onWaitlist: false });
      await confirmEmail(customer, ada);
      await customer.getByRole("link", { name: "See your position" }).click();
      await expect(customer.getByText("21of 21 in line")).toBeVisible();
      const joinedEmail = await waitForText(ada, "You're on the Aurora waitlist");
      expect(joinedEmail).toContain("You're number 21 on the Aurora waitlist.");
      expect(await getLead(ada)).toMatchObject({
        status: "active",
        onWaitlist: true,
        firstname: "Ada",
        sourceTag: "newsletter",
        source: javaScript ? "widget" : "page",
        consent: { wording: consentText },
        fields: { company: "Analytical Engines", team_size: "11–50" },
      });
      const { referralCode } = await getLead(ada);
      await join(customer, variant, { email: friend, firstname: "Grace", referralCode });
      await confirmEmail(customer, friend);
      await expect.poll(() => getPosition(ada)).toEqual({ position: 19, waiting: 22, referrals: 1 });
      const positionUrl = findLink(joinedEmail, routes.position).href;
      await customer.goto(positionUrl);
      await expect(customer.getByText("19of 22 in line")).toBeVisible();
      await expect(customer.getByText("1 friend has joined so far.")).toBeVisible();

      // She is in a wave of 20.
      const wave = await inviteTwenty(page);
      expect(await waitForText(ada, "Your code for Aurora")).toContain("Hello Ada,");
      await customer.goto(positionUrl);
      await expect(customer.getByRole("heading", { name: "You're invited" })).toBeVisible();
      await expect(customer.getByText(/^It's your turn! Claim your code to get access\. Claim it by /)).toBeVisible();
      expect(await getPosition(friend)).toMatchObject({ position: 2, waiting: 2 });

      // Five days later, everyone is reminded, one declines, and the invitation of another one expires.
      await queryDatabase((sql) => sql`update lead_invitations set remind_at = remind_at - interval '5 days'`);
      const decliningReminder = await waitForText(declining, "Your code for Aurora is waiting");
      await customer.goto(findLink(decliningReminder, routes.claim).href);
      await customer.getByText("Decline the invitation").click();
      await customer.getByRole("button", { name: "Decline invitation" }).click();
      await expect(customer.getByRole("heading", { name: "You declined your invitation" })).toBeVisible();
      const expiringReminder = await waitForText(expiring, "Your code for Aurora is waiting");
      await queryDatabase((sql) => sql`update codes set valid_until = now() - interval '1 second' where reserved_for = ${expiring}`);
      await queryDatabase((sql) => sql`update lead_invitations set expires_at = now() - interval '1 second' where email = ${expiring}`);

      // Their places go to the next two in line.
      await waitForText(friend, "Your code for Aurora");
      await expect.poll(async () => (await getApi(`/waves/${wave}`)).passedOn).toBe(2);
      await customer.goto(findLink(expiringReminder, routes.claim).href);
      await customer.getByRole("button", { name: "Claim code" }).click();
      await expect(customer.getByRole("alert")).toHaveText("This code has expired. Join the waitlist again");

      // Ada claims her code and continues to the product, which learns who she is.
      const reminder = await waitForText(ada, "Your code for Aurora is waiting");
      await customer.goto(findLink(reminder, routes.claim).href);
      await expect(customer.getByLabel("Email")).not.toBeEditable();
      await customer.getByRole("button", { name: "Claim code" }).click();
      await expect(customer.getByRole("heading", { name: "Welcome" })).toBeVisible();
      const token = new URL(customer.url()).searchParams.get("token");
      const exchange = await postApi("/claims/exchange", { token });
      expect(exchange).toMatchObject({ lead: { email: ada, waitlistStatus: "claimed" }, emailVerified: true });
      await customer.goto(positionUrl);
      await expect(customer.getByRole("heading", { name: "You're in" })).toBeVisible();

      // She reads her data and changes her email.
      await customer.getByText("Download my data").click();
      const openData = customer.getByRole("link", { name: "Open as a page" });
      const [data] = await Promise.all([customer.context().waitForEvent("page"), openData.click()]);
      await expect(data.getByText("Analytical Engines").first()).toBeVisible();
      await data.close();
      const newEmail = `new-${ada}`;
      await customer.getByText("Change my email").click();
      await customer.getByLabel("New email").fill(newEmail);
      await customer.getByRole("button", { name: "Send link" }).click();
      await expect(customer.getByRole("heading", { name: "Check your new email" })).toBeVisible();
      const confirmation = await waitForText(newEmail, "Confirm your new email for Aurora");
      await customer.goto(findLink(confirmation, routes.changeEmail).href);
      await customer.getByRole("button", { name: "Confirm new email" }).click();
      await expect(customer.getByRole("heading", { name: "Your email was changed" })).toBeVisible();
      await customer.getByRole("link", { name: "Open your page" }).click();
      await expect(customer.getByText(newEmail)).toBeVisible();
      await expect(customer.getByRole("heading", { name: "You're in" })).toBeVisible();
      await waitForText(ada, "Your email for Aurora was changed");
      await customer.context().close();

      // The team sees the same numbers everywhere.
      await openPage(page, `${routes.waves}/${wave}`);
      await expectNumbers(page, "dl div", {
        Invited: /22$/,
        "Opened the claim page": /314%$/,
        Claimed: /15%$/,
        Declined: /15%$/,
        Expired: /15%$/,
        Bounced: /00%$/,
        "Passed on": /29%$/,
      });
      const chart = page.getByRole("table", { name: "Invited people and claims per day" });
      await expect(chart.getByRole("row").nth(1).getByRole("cell")).toHaveText(["22", "1"]);
      await openPage(page, routes.overview);
      await expectNumbers(page, "ol[aria-label='Waitlist funnel'] li", {
        Joined: /22/,
        Confirmed: /2 ?9% of joined/,
        "Invited or claimed": /22 ?100% of joined/,
        Claimed: /1 ?5% of invited or claimed/,
      });
      await openPage(page, `${routes.automaticEmails}?kind=reminder`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/20$/);
      await openPage(page, routes.activity);
      for (const sentence of [`Declined the invitation of ${declining}`, `The invitation of ${expiring} expired`])
        await expect(page.getByTitle(sentence)).toBeVisible();
    },
  );
}
