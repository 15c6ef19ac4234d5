import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { declineMessages, positionMessages } from "@/components/public/messages";
import { normalizeCode } from "@/contract/normalize";
import { addSuppression } from "@/core/suppressions/add";
import { suppressions } from "@/db/schema";
import { routes } from "@/lib/routes";
import { secondsFromNow } from "@/tests/harness/factories";
import { claimFields, createEmailLinks, createInvitation, openPage, submitForm, updateProject } from "@/tests/harness/public-pages";
import { createTestApp } from "@/tests/harness/test-app";

const { ctx, db } = await createTestApp();

/** The text of a page as a browser shows it. */
const textOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--.*?-->|<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

const claimButton = /<a href="[^"]*\/claim\?[^"]*"[^>]*>Claim your code<\/a>/;

describe("someone in line who gets no email", () => {
  test.each(["unsubscribed", "bounced", "complained", "staff"] as const)(
    "reads what is true instead if the reason is %s",
    async (reason) => {
      const { email, position } = await createEmailLinks(ctx);
      expect(textOf(await openPage(position))).toContain(positionMessages.nextStep);
      await db.insert(suppressions).values({ projectId: ctx.projectId, email, reason });
      const text = textOf(await openPage(position));
      expect(text).toContain(positionMessages.suppressed[reason]);
      expect(text).not.toContain(positionMessages.nextStep);
      expect(text).toMatch(/of \d+ in line/);
    },
  );

  test("reads the usual text again once they can be emailed", async () => {
    const { email, position } = await createEmailLinks(ctx);
    await addSuppression(ctx, { email, reason: "staff" });
    expect(textOf(await openPage(position))).toContain(positionMessages.suppressed.staff);
    await db.execute(sql`delete from suppressions where email = ${email}`);
    expect(textOf(await openPage(position))).toContain(positionMessages.nextStep);
  });
});

describe("someone who is invited", () => {
  const codeOf = (claim: string) => normalizeCode(claimFields(claim).code);

  test("can't open the claim page from here while the code or its batch is paused, and is still invited", async () => {
    const { position, claim } = await createInvitation(ctx);
    expect(await openPage(position)).toMatch(claimButton);
    const setPaused = (table: "codes" | "batches", isPaused: boolean) =>
      db.execute(
        table === "codes"
          ? sql`update codes set paused_at = ${isPaused ? sql`now()` : null} where key = ${codeOf(claim)}`
          : sql`update batches set paused_at = ${isPaused ? sql`now()` : null} where id = (select batch_id from codes where key = ${codeOf(claim)})`,
      );
    for (const table of ["codes", "batches"] as const) {
      await setPaused(table, true);
      const html = await openPage(position);
      expect(textOf(html)).toContain(positionMessages.codePaused);
      expect(textOf(html)).not.toContain(positionMessages.texts.invited);
      expect(html).not.toMatch(claimButton);
      expect(textOf(html)).toContain(declineMessages.decline);
      await setPaused(table, false);
      expect(await openPage(position)).toMatch(claimButton);
    }
  });

  test("can't either while the project's claims are paused, and doesn't read that they can claim later", async () => {
    const { position, claim } = await createInvitation(ctx);
    await db.execute(sql`update codes set valid_from = '2098-01-15T08:00:00Z' where key = ${codeOf(claim)}`);
    await updateProject(ctx, { paused: ["claims"] });
    try {
      const html = await openPage(position);
      expect(textOf(html)).toContain(positionMessages.codePaused);
      expect(textOf(html)).not.toContain("You can claim it from");
      expect(html).not.toMatch(claimButton);
    } finally {
      await updateProject(ctx, { paused: [] });
    }
    expect(textOf(await openPage(position))).toContain("You can claim it from");
  });

  test("reads from when a scheduled code can be claimed, in the project's time zone, until it can", async () => {
    const { position, claim } = await createInvitation(ctx);
    const startsOn = (time: string) => db.execute(sql`update codes set valid_from = ${time} where key = ${codeOf(claim)}`);
    await updateProject(ctx, { timeZone: "Europe/Berlin" });
    try {
      await startsOn("2098-01-15T08:00:00Z");
      const html = await openPage(position);
      expect(html).toContain('<time dateTime="2098-01-15T08:00:00.000Z">');
      expect(textOf(html)).toContain("You can claim it from Jan 15, 2098, 09:00 Berlin time (08:00 UTC).");
      expect(html).toMatch(claimButton);
      await startsOn(secondsFromNow(-60));
      expect(textOf(await openPage(position))).not.toContain("You can claim it from");
    } finally {
      await updateProject(ctx, { timeZone: "UTC" });
    }
  });
});

describe("someone who has claimed their code", () => {
  const claimInvitation = async () => {
    const { position, claim } = await createInvitation(ctx);
    await submitForm(routes.forms.claim, claimFields(claim));
    return { position, claim };
  };
  const continueLink = (html: string) => /<a href="([^"]*)"[^>]*>Continue<\/a>/.exec(html)?.[1]?.replaceAll("&amp;", "&");

  test("continues to the redirect URL with the code's own link", async () => {
    await updateProject(ctx, { redirectUrl: "https://product.example/welcome" });
    try {
      const { position, claim } = await claimInvitation();
      const html = await openPage(position);
      expect(textOf(html)).toContain("Continue to product.example to use your code.");
      const link = new URL(continueLink(html) ?? "", "http://localhost:3000");
      expect(link.pathname + link.search).toBe(claim);
    } finally {
      await updateProject(ctx, { redirectUrl: null });
    }
  });

  test("continues on the project's website if there is no redirect URL, and is offered nothing if there is neither", async () => {
    const { position } = await claimInvitation();
    expect(continueLink(await openPage(position))).toBeUndefined();
    await updateProject(ctx, { referralPageUrl: "https://www.example.org/launch" });
    try {
      expect(continueLink(await openPage(position))).toBe("https://www.example.org/launch");
    } finally {
      await updateProject(ctx, { referralPageUrl: null });
    }
  });

  test("isn't offered to continue before they claim", async () => {
    await updateProject(ctx, { redirectUrl: "https://product.example/welcome" });
    try {
      expect(continueLink(await openPage((await createInvitation(ctx)).position))).toBeUndefined();
    } finally {
      await updateProject(ctx, { redirectUrl: null });
    }
  });
});
