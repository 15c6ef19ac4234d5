import * as z from "zod";
import { InvalidLink } from "@/components/public/card";
import { ChangeEmail, ConfirmForm, ConfirmSuccess } from "@/components/public/confirm-view";
import type { FormState } from "@/components/public/form";
import { changeEmailMessages, confirmMessages, positionMessages } from "@/components/public/messages";
import { type PositionFormReply, PositionResult, PositionView, positionTitle } from "@/components/public/position-view";
import { proofField } from "@/contract/abuse-protection";
import type { FormError } from "@/contract/errors";
import { Email } from "@/contract/fields";
import type { ProjectRecord } from "@/contract/project";
import { type ApiError, nullOnError } from "@/core/api-error";
import { confirmEmailChange, getEmailChangePage } from "@/core/leads/change-email";
import {
  changeOwnEmail,
  confirmEmail,
  createOwnInvites,
  declineOwnInvitation,
  deleteOwnData,
  getConfirmation,
  getOwnData,
  getPositionPage,
  leaveWaitlist,
} from "@/core/leads/self-service";
import { datedFileName } from "@/lib/dates";
import { pageUrl } from "@/lib/env";
import { createReferralLink, routes } from "@/lib/routes";
import { renderEmail } from "../email";
import { contentDisposition } from "../exports";
import { htmlHeaders } from "../responses";
import type { Page } from "./document";
import { type FormResult, formHandlers, getProofOfWorkChallenge, isSameOriginNavigation, readFormResult, resultTitle } from "./forms";
import { type Handlers, type PageRequest, pageHandler } from "./handler";
import { renderPersonalDataPage } from "./personal-data";

const isInvalidLink = ({ errorName }: ApiError): boolean => errorName === "link_not_valid";

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
  const { email, isConfirmed, isUnsubscribed, isSuppressed, positionUrl } = confirmation;
  const hasSubmitted = result?.reply !== undefined;
  // Held leads who confirm see the same as others.
  if (isConfirmed || hasSubmitted) {
    const isRedirected = hasSubmitted && isSameOriginNavigation(request);
    const lead = await getPositionPage(ctx, new URL(positionUrl).searchParams.get("token") ?? "");
    const place = lead && { position: lead.position, referralLink: projectReferralLink(project, lead) };
    return {
      ...page,
      content: (
        <ConfirmSuccess
          project={project}
          email={email}
          positionUrl={positionUrl}
          place={place}
          isSuppressed={isSuppressed}
          isRedirected={isRedirected}
        />
      ),
      scripts: ["browser/share-link.ts"],
    };
  }
  return {
    ...page,
    content: <ConfirmForm project={project} token={token} email={email} isUnsubscribed={isUnsubscribed} error={result?.error} />,
  };
}

const leaveForm = { page: routes.position, fields };
const declineForm = { page: routes.position, fields };
// The page with the codes can be reloaded and kept, so its URL has the token of the lead.
const inviteCodesForm = { page: routes.position, fields, preservedQuery: ["token"] };
const deleteDataForm = {
  page: routes.position,
  fields: fields.extend({ confirm: z.literal("yes", positionMessages.errors.invalid_input) }),
};

const requestChangeForm = { page: routes.position, fields: fields.extend({ email: Email, ...proofField }), attempt: "sign_up" } as const;
const changeEmailForm = { page: routes.changeEmail, fields };

const getFormState = (result: { values: Record<string, string>; error?: FormError } | null): FormState => ({
  values: result?.values ?? {},
  errors: result?.error?.fields ?? {},
});

/** Loads the page of a link to the new email of a lead. */
async function loadChangeEmailPage({ query, ctx, project }: PageRequest): Promise<Page> {
  const { title, changed, expired, errorTitle, description } = changeEmailMessages;
  const result = readFormResult<{ newEmail: string }>(routes.changeEmail, query.get("result"));
  const page = { ...emailLinkPage, description };
  const token = result?.values.token ?? query.get("token") ?? "";
  const change = await nullOnError(getEmailChangePage(ctx, token), isInvalidLink);
  if (change === null) return { ...page, title, content: <InvalidLink project={project} /> };
  const titles = { pending: result?.error ? errorTitle : title, confirmed: changed, expired };
  return {
    ...page,
    title: titles[change.status],
    content: <ChangeEmail project={project} token={token} change={change} error={result?.error} />,
  };
}

const projectReferralLink = (
  { referralPageUrl }: Pick<ProjectRecord, "referralPageUrl">,
  { referralCode }: { referralCode: string },
): string => createReferralLink(referralPageUrl ?? pageUrl(routes.join), referralCode);

/** Loads a lead's own page. */
async function loadPositionPage({ request, query, ctx, project }: PageRequest): Promise<Page> {
  const { title, success, errorTitle, description } = positionMessages;
  const submitted = readFormResult<PositionFormReply | { invites: number }>(routes.position, query.get("result"));
  // New invite codes are shown on the page itself.
  const result = submitted?.reply && "invites" in submitted.reply ? null : (submitted as FormResult<PositionFormReply> | null);
  const page = { ...emailLinkPage, title: resultTitle(result, { form: title, success, error: errorTitle }), description };
  if (result?.reply) return { ...page, content: <PositionResult project={project} result={result.reply} /> };
  const token = submitted?.values.token ?? query.get("token");
  const lead = token === null ? null : await getPositionPage(ctx, token);
  if (token === null || lead === null) return { ...page, content: <InvalidLink project={project} /> };
  const referralLink = projectReferralLink(project, lead);
  const { email: newEmail } = result?.values ?? {};
  const challenge = await getProofOfWorkChallenge(ctx, "sign_up", {
    request,
    error: result?.error,
    values: { email: newEmail ?? lead.email },
  });
  const changeForm = newEmail === undefined && !result?.error?.fields?.email ? null : getFormState(result);
  return {
    ...page,
    title: result ? page.title : positionTitle(lead),
    content: (
      <PositionView
        project={project}
        token={token}
        lead={lead}
        referralLink={referralLink}
        changeForm={changeForm}
        challenge={challenge}
        error={result?.error}
      />
    ),
    scripts: ["browser/share-link.ts", ...(challenge ? (["browser/proof-of-work.ts"] as const) : [])],
  };
}

/** Responds with the data of a position link's lead: as a page, or as a file with `format=json`. */
async function loadPersonalData({ query, ctx, project }: PageRequest): Promise<Page | Response> {
  const data = await nullOnError(getOwnData(ctx, query.get("token") ?? "", renderEmail), isInvalidLink);
  if (data === null) return { ...emailLinkPage, title: positionMessages.title, content: <InvalidLink project={project} /> };
  const headers = new Headers({
    "Cache-Control": "private, no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
  });
  if (query.get("format") !== "json") return new Response(await renderPersonalDataPage(data), { headers: htmlHeaders(headers) });
  headers.set("Content-Type", "application/json; charset=utf-8");
  headers.set("Content-Disposition", contentDisposition(datedFileName("personal-data", "json")));
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
  [routes.forms.inviteCodes]: formHandlers(inviteCodesForm, (ctx, { token }) => createOwnInvites(ctx, token)),
  [routes.forms.requestEmailChange]: formHandlers(requestChangeForm, async (ctx, { token, email }) => ({
    changeRequested: (await changeOwnEmail(ctx, token, email)).newEmail,
  })),
  [routes.changeEmail]: { GET: pageHandler(loadChangeEmailPage) },
  [routes.forms.changeEmail]: formHandlers(changeEmailForm, (ctx, { token }) => confirmEmailChange(ctx, token)),
  [routes.forms.deleteData]: formHandlers(deleteDataForm, (ctx, { token }) => deleteOwnData(ctx, token)),
};
