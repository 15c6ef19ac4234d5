import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { positionMessages } from "@/components/public/messages";
import { addSuppression } from "@/core/suppressions/add";
import { suppressions } from "@/db/schema";
import { routes } from "@/lib/routes";
import { claimFields, createEmailLinks, createInvitation, openPage, submitForm, updateProject } from "@/tests/harness/public-pages";
import { createTestApp } from "@/tests/harness/test-app";

const { ctx, db } = await createTestApp();

/** The text of a page as a browser shows it. */
const textOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--.*?-->|<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

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
