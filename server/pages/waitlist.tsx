import * as z from "zod";
import { InvalidLink } from "@/components/public/card";
import { ConfirmForm, ConfirmSuccess } from "@/components/public/confirm-view";
import { confirmMessages, positionMessages } from "@/components/public/messages";
import { type PositionFormReply, PositionResult, PositionView, positionTitle } from "@/components/public/position-view";
import { nullOnError } from "@/core/api-error";
import {
  confirmEmail,
  declineOwnInvitation,
  deleteOwnData,
  getConfirmation,
  getOwnData,
  getPositionPage,
  leaveWaitlist,
} from "@/core/leads/self-service";
import { pageUrl } from "@/lib/env";
import { createReferralLink, routes } from "@/lib/routes";
import { renderEmail } from "../email";
import { htmlHeaders } from "../responses";
import type { Page } from "./document";
import { formHandlers, isSameOriginNavigation, readFormResult, resultTitle } from "./forms";
import { type Handlers, type PageRequest, pageHandler } from "./handler";
import { renderPersonalDataPage } from "./personal-data";

/** The token of the emailed link that opened the page. */
const fields = z.object({ token: z.string().max(300) });

/** These pages show one lead's data, and their URL must not leak through search engines or referrers. */
const emailLinkPage = { robots: "noindex, nofollow", referrer: "no-referrer" } as const;

const confirmForm = { page: routes.confirm, fields };

/** Loads the page where a lead confirms their email. */
async function loadConfirmPage({ request, query, ctx, project }: PageRequest): Promise<Page> {
  const { title, confirmed, errorTitle, description } = confirmMessages;
  const result = readFormResult<{ email: string }>(routes.confirm, query.get("result"));
  const page = { ...emailLinkPage, title: resultTitle(result, { form: title, success: confirmed, error: errorTitle }), description };
  const token = result?.values.token ?? query.get("token");
  const confirmation = token === null ? null : await getConfirmation(ctx, token);
  if (token === null || confirmation === null) return { ...page, content: <InvalidLink project={project} /> };
  const { email, isConfirmed, isUnsubscribed, positionUrl } = confirmation;
  const hasSubmitted = result?.reply !== undefined;
  // Held leads who confirm see the same as others.
  if (isConfirmed || hasSubmitted) {
    const isRedirected = hasSubmitted && isSameOriginNavigation(request);
    return { ...page, content: <ConfirmSuccess {...{ project, email, positionUrl, isRedirected }} /> };
  }
  return { ...page, content: <ConfirmForm {...{ project, token, email, isUnsubscribed }} error={result?.error} /> };
}

const leaveForm = { page: routes.position, fields };
const declineForm = { page: routes.position, fields };
const deleteDataForm = {
  page: routes.position,
  fields: fields.extend({ confirm: z.literal("yes", positionMessages.errors.invalid_input) }),
};

/** Loads a lead's own page. */
async function loadPositionPage({ query, ctx, project }: PageRequest): Promise<Page> {
  const { title, success, errorTitle, description } = positionMessages;
  const result = readFormResult<PositionFormReply>(routes.position, query.get("result"));
  const page = { ...emailLinkPage, title: resultTitle(result, { form: title, success, error: errorTitle }), description };
  if (result?.reply) return { ...page, content: <PositionResult project={project} result={result.reply} /> };
  const token = result?.values.token ?? query.get("token");
  const lead = token === null ? null : await getPositionPage(ctx, token);
  if (token === null || lead === null) return { ...page, content: <InvalidLink project={project} /> };
  const referralLink = createReferralLink(project.referralPageUrl ?? pageUrl(routes.join), lead.referralCode);
  return {
    ...page,
    title: result ? page.title : positionTitle(lead),
    content: <PositionView project={project} token={token} lead={lead} referralLink={referralLink} error={result?.error} />,
    scripts: ["browser/position-page.ts"],
  };
}

/** Responds with the data of a position link's lead: as a page, or as a file with `format=json`. */
async function loadPersonalData({ query, ctx, project }: PageRequest): Promise<Page | Response> {
  const data = await nullOnError(getOwnData(ctx, query.get("token") ?? "", renderEmail), ({ errorName }) => errorName === "link_not_valid");
  if (data === null) return { ...emailLinkPage, title: positionMessages.title, content: <InvalidLink project={project} /> };
  const headers = new Headers({
    "Cache-Control": "private, no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
  });
  if (query.get("format") !== "json") return new Response(await renderPersonalDataPage(data), { headers: htmlHeaders(headers) });
  headers.set("Content-Type", "application/json; charset=utf-8");
  headers.set("Content-Disposition", 'attachment; filename="personal-data.json"');
  return new Response(`${JSON.stringify(data, null, 2)}\n`, { headers });
}

export const waitlistPages: Record<string, Handlers> = {
  [routes.confirm]: { GET: pageHandler(loadConfirmPage) },
  [routes.forms.confirm]: formHandlers(confirmForm, (ctx, { token }) => confirmEmail(ctx, token)),
  [routes.position]: { GET: pageHandler(loadPositionPage) },
  [routes.personalData]: { GET: pageHandler(loadPersonalData) },
  [routes.forms.leave]: formHandlers(leaveForm, async (ctx, { token }) => ({ left: (await leaveWaitlist(ctx, token)).email })),
  [routes.forms.decline]: formHandlers(declineForm, async (ctx, { token }) => ({
    declined: (await declineOwnInvitation(ctx, token)).email,
  })),
  [routes.forms.deleteData]: formHandlers(deleteDataForm, (ctx, { token }) => deleteOwnData(ctx, token)),
};
