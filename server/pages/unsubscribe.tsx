import { randomUUID } from "node:crypto";
import { submitErrorMessage, unsubscribeMessages } from "@/components/public/messages";
import { InvalidUnsubscribeLink, Unsubscribe } from "@/components/public/unsubscribe-view";
import { apiErrors, type ErrorName } from "@/contract/errors";
import type { Context } from "@/core/context";
import { readLinkToken } from "@/core/leads/email-links";
import { getSuppressionReason, resubscribe, unsubscribe } from "@/core/suppressions/unsubscribe";
import { routes, unsubscribePath, unsubscribeSubmitPath } from "@/lib/routes";
import { readText } from "../body";
import { createContext } from "../context";
import { toApiError } from "../responses";
import type { Page } from "./document";
import { formBodyLimit, redirectTo } from "./forms";
import { type Handlers, type PageRequest, pageHandler } from "./handler";

/**
 * Resolves an unsubscribe link to the email that it was sent to, and a context to act in. If the lead has changed their email since, the link
 * says nothing about the new one. Returns null if the token isn't valid.
 */
function resolveLink(token: string | null): { ctx: Context; email: string } | null {
  const owner = token === null ? null : readLinkToken(token, "unsubscribe");
  if (owner?.email === undefined) return null;
  const actor = { kind: "visitor", id: null } as const;
  const ctx = createContext({ projectId: owner.projectId, actor, requestId: randomUUID() });
  return { ctx, email: owner.email };
}

/** Loads the page of an unsubscribe link. Opening it changes nothing. */
async function loadPage({ query, project }: PageRequest): Promise<Page> {
  const { title, errorTitle, unsubscribed, resubscribed, invalidLinkTitle } = unsubscribeMessages;
  const page = { robots: "noindex" };
  const token = query.get("token");
  const link = resolveLink(token);
  if (token === null || link === null) return { ...page, title: invalidLinkTitle, content: <InvalidUnsubscribeLink project={project} /> };
  const reason = await getSuppressionReason(link.ctx, link.email);
  const isResubscribed = query.get("resubscribed")?.toLowerCase() === "true";
  const error = query.get("error");
  const errorName = error !== null && Object.hasOwn(apiErrors, error) ? (error as ErrorName) : null;
  const content = (
    <Unsubscribe
      project={project}
      email={link.email}
      reason={reason}
      isResubscribed={isResubscribed}
      action={unsubscribeSubmitPath(token)}
      error={errorName === null ? undefined : submitErrorMessage({}, errorName)}
    />
  );
  return { ...page, title: errorName ? errorTitle : reason ? unsubscribed : isResubscribed ? resubscribed : title, content };
}

const actions = { unsubscribe, resubscribe } as const;

/** The action of the page's own buttons; null for any other body, which an email client sent. */
const parseAction = (body: string): keyof typeof actions | null => {
  const action = new URLSearchParams(body).get("action");
  return action === "unsubscribe" || action === "resubscribe" ? action : null;
};

const getToken = (request: Request): string | null => new URL(request.url).searchParams.get("token");

// Needs no cookie and accepts any origin: the token proves access to the inbox.
async function handlePost(request: Request): Promise<Response> {
  const { oneClick } = unsubscribeMessages;
  const token = getToken(request);
  let action: keyof typeof actions | null = null;
  try {
    action = parseAction(await readText(request, formBodyLimit));
    const link = resolveLink(token);
    if (link) await actions[action ?? "unsubscribe"](link.ctx, link.email);
    if (action !== null) return redirectTo(pagePath(token, action === "resubscribe" ? { resubscribed: "true" } : {}));
    return link ? textResponse(oneClick.unsubscribed, 200) : textResponse(oneClick.invalidLink, 400);
  } catch (error) {
    const { errorName, status } = toApiError(error, randomUUID());
    return action === null ? textResponse(oneClick.error, status) : redirectTo(pagePath(token, { error: errorName }));
  }
}

/** Redirects to the page when someone opens the form's action in a browser. */
const handleGet = async (request: Request): Promise<Response> => redirectTo(pagePath(getToken(request), {}));

function pagePath(token: string | null, query: Record<string, string>): string {
  if (token === null) return routes.unsubscribe;
  const page = unsubscribePath(token);
  return Object.keys(query).length === 0 ? page : `${page}&${new URLSearchParams(query)}`;
}

const textResponse = (text: string, status: number): Response =>
  new Response(`${text}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" } });

export const unsubscribePages: Record<string, Handlers> = {
  [routes.unsubscribe]: { GET: pageHandler(loadPage) },
  // The page's forms and one-click unsubscribe (RFC 8058). Only POST changes anything, because email scanners follow links.
  [routes.forms.unsubscribe]: { GET: handleGet, POST: handlePost },
};
