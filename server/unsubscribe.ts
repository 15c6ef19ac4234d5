import { randomUUID } from "node:crypto";
import type { Context } from "@/core/context";
import { readLinkToken } from "@/core/leads/email-links";
import { getSuppressionReason, resubscribe, unsubscribe } from "@/core/suppressions/unsubscribe";
import { routes, unsubscribePath } from "@/lib/routes";
import { readText } from "./body";
import { redirectTo } from "./public-form";
import { toApiError } from "./responses";
import { getServices } from "./services";

/** Resolves an unsubscribe link to its email and a context to act in. Returns null if the token isn't valid. */
function resolveLink(token: string | null): { ctx: Context; email: string } | null {
  const owner = token === null ? null : readLinkToken(token, "unsubscribe");
  if (owner?.email === undefined) return null;
  const { connection, queue } = getServices();
  const actor = { kind: "visitor", id: null } as const;
  return { ctx: { db: connection.db, queue, projectId: owner.projectId, actor, requestId: randomUUID() }, email: owner.email };
}

/** The email of an unsubscribe link and why it is suppressed (null if it isn't). Returns null if the token isn't valid. */
export async function getUnsubscribeStatus(token: string | null) {
  const link = resolveLink(token);
  return link && { email: link.email, reason: await getSuppressionReason(link.ctx, link.email) };
}

const bodyLimit = 16 * 1024;

/** Responses to one-click unsubscribe. */
const messages = {
  unsubscribed: "You're unsubscribed.",
  invalidLink: "This link isn't valid.",
  error: "Something went wrong. Try again in a moment.",
};

const actions = { unsubscribe, resubscribe } as const;

/** The action of the page's own buttons; null for any other body, which an email client sent. */
const parseAction = (body: string): keyof typeof actions | null => {
  const action = new URLSearchParams(body).get("action");
  return action === "unsubscribe" || action === "resubscribe" ? action : null;
};

const getToken = (request: Request): string | null => new URL(request.url).searchParams.get("token");

// Needs no cookie and accepts any origin: the token proves access to the inbox.
async function handlePost(request: Request): Promise<Response> {
  const token = getToken(request);
  let action: keyof typeof actions | null = null;
  try {
    action = parseAction(await readText(request, { bodyLimit }));
    const link = resolveLink(token);
    if (link) await actions[action ?? "unsubscribe"](link.ctx, link.email);
    if (action !== null) return redirectTo(pagePath(token, action === "resubscribe" ? { resubscribed: "true" } : {}));
    return link ? textResponse(messages.unsubscribed, 200) : textResponse(messages.invalidLink, 400);
  } catch (error) {
    const { errorName, status } = toApiError(error, randomUUID());
    return action === null ? textResponse(messages.error, status) : redirectTo(pagePath(token, { error: errorName }));
  }
}

/** Redirects to the page when someone opens the form's action in a browser. */
const handleGet = async (request: Request): Promise<Response> => redirectTo(pagePath(getToken(request), {}));

/** Handlers for the page's forms and one-click unsubscribe (RFC 8058). Only POST changes anything, because email scanners follow links. */
export const unsubscribeHandlers = { GET: handleGet, POST: handlePost };

function pagePath(token: string | null, query: Record<string, string>): string {
  if (token === null) return routes.unsubscribe;
  const page = unsubscribePath(token);
  return Object.keys(query).length === 0 ? page : `${page}&${new URLSearchParams(query)}`;
}

const textResponse = (text: string, status: number): Response =>
  new Response(`${text}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" } });
