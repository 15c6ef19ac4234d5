import { eq } from "drizzle-orm";
import { HtmlValidate } from "html-validate";
import { expect } from "vitest";
import type { Context } from "@/core/context";
import { createClaimUrl, createLinkToken } from "@/core/leads/email-links";
import { inviteLeads } from "@/core/leads/invite";
import { getLead } from "@/core/leads/record";
import { projects } from "@/db/schema";
import { routes, unsubscribePath, withQuery } from "@/lib/routes";
import { publicPages } from "@/server/pages/index";
import { insertLead } from "./factories";

type RequestOptions = { method?: "GET" | "HEAD" | "POST" | "PUT"; headers?: Record<string, string>; body?: string };

/** Requests a page for customers, as a browser does. */
export function requestPage(url: string, { method = "GET", headers = {}, body }: RequestOptions = {}): Promise<Response> {
  const handler = publicPages[url.split("?")[0] ?? ""]?.[method === "HEAD" ? "GET" : method];
  if (!handler) throw new Error(`No page at ${url}`);
  const policy = "default-src 'self'; frame-ancestors 'none'; form-action 'self'";
  const browserHeaders = { "x-forwarded-for": "192.0.2.9", "x-nonce": "bm9uY2U=", "content-security-policy": policy };
  return handler(new Request(`http://localhost:3000${url}`, { method, headers: { ...browserHeaders, ...headers }, body: body ?? null }));
}

/** Opens a page for customers, and returns its HTML. */
export const openPage = async (url: string, headers?: Record<string, string>): Promise<string> => {
  const response = await requestPage(url, { headers });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  return response.text();
};

/** Submits a form and returns the path of the page that shows the result. */
export async function submitForm(action: string, fields: Record<string, string>): Promise<string> {
  const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  const response = await requestPage(action, { method: "POST", headers, body: new URLSearchParams(fields).toString() });
  return response.headers.get("location") ?? "";
}

/** Changes the settings of the project. */
export const updateProject = (ctx: Context, values: Partial<typeof projects.$inferInsert>) =>
  ctx.db.update(projects).set(values).where(eq(projects.id, ctx.projectId));

/** Adds a lead to the waitlist, and returns the paths of the links in their emails. */
export async function createEmailLinks(ctx: Context) {
  const email = await insertLead(ctx, { onWaitlist: true });
  const { referralCode } = await getLead(ctx, email);
  const tokenFor = (purpose: "position" | "confirm" | "unsubscribe") =>
    createLinkToken({ projectId: ctx.projectId, referralCode, ...(purpose === "unsubscribe" && { email }) }, purpose);
  return {
    email,
    position: withQuery(routes.position, { token: tokenFor("position") }),
    confirm: withQuery(routes.confirm, { token: tokenFor("confirm") }),
    unsubscribe: unsubscribePath(tokenFor("unsubscribe")),
  };
}

/** Invites a lead, and returns the links of their position page and of the claim page. */
export async function createInvitation(ctx: Context) {
  const { email, position } = await createEmailLinks(ctx);
  await inviteLeads(ctx, { emails: [email], validUntil: "2099-12-31T23:59:00Z" });
  const code = (await getLead(ctx, email)).invitation?.code ?? "";
  return { position, claim: createClaimUrl(ctx.projectId, code, email).replace(/^https?:\/\/[^/]+/, "") };
}

/** The fields that the form behind a link to claim submits. */
export function claimFields(claim: string): { code: string; email: string; linkToken: string } {
  const { searchParams } = new URL(claim, "http://localhost");
  const get = (name: string) => searchParams.get(name) ?? "";
  return { code: get("code"), email: get("email"), linkToken: get("token") };
}

// React writes empty attributes and attributes in the spelling of the DOM.
const checker = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: { "attr-case": "off", "attribute-boolean-style": "off", "attribute-empty-style": "off", "no-inline-style": "off" },
});

/** Returns what is wrong with a page's HTML. */
export async function findProblems(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message, line }) => `${ruleId} in line ${line}: ${message}`));
}

/** Returns the title of a page's HTML, escaped as it is there. */
export const findTitle = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];

/** Returns the content of a meta tag of a page's HTML. */
export const findMeta = (html: string, name: string) => new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(html)?.[1];

/** Returns the script elements of a page's HTML. */
export const findScripts = (html: string) => [...html.matchAll(/<script\b[^>]*>[\s\S]*?<\/script>/g)].map(([script]) => script);
