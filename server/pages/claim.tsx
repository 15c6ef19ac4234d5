import type { ComponentProps } from "react";
import type { z } from "zod";
import { ClosedNotice } from "@/components/public/card";
import { ClaimConfirmation, ClaimForm, ClaimSuccess, InvitationDeclined, RedeemElsewhere } from "@/components/public/claim-view";
import { claimMessages, declineMessages, claimPageMessages as messages } from "@/components/public/messages";
import { linkToJoin } from "@/components/public/page-links";
import { type ClaimReply, type ClaimToken, claimCodeEndpoint } from "@/contract/claims";
import { normalizeCode } from "@/contract/normalize";
import type { ProjectRecord } from "@/contract/project";
import { isRedeemedElsewhere, type Redemption } from "@/contract/redemption";
import { ApiError } from "@/core/api-error";
import { claimCode } from "@/core/codes/claim";
import { codeRedemption, findCodeRow } from "@/core/codes/record";
import { repeatClaim } from "@/core/codes/renew-token";
import { asVisitor, type Context } from "@/core/context";
import { getInviteQuota } from "@/core/invite-codes/quota";
import { declineInvitation, getClaimLinkState, getInvitationStatus, markInvitationOpened } from "@/core/leads/invitations";
import { withRequestLimit } from "@/db/request-limit";
import { currentTime } from "@/lib/clock";
import { routes } from "@/lib/routes";
import { readText } from "../body";
import { getSystemContext } from "../context";
import { isSameOrigin } from "../cross-site";
import { recordFailures } from "../failed-claims";
import { parseInput } from "../parse";
import type { Page } from "./document";
import { framed, frameParams, readFrame } from "./embed";
import {
  filledFormUrl,
  formBodyLimit,
  formHandlers,
  getProofOfWorkChallenge,
  isSameOriginNavigation,
  readFormResult,
  redirectTo,
  resultTitle,
} from "./forms";
import { type Handlers, type PageRequest, pageHandler } from "./handler";
import { addToReturnUrl, canReturn, readReturn, returnFields, returnUrl, unknownReturnUrl } from "./return-url";

/** The claim form. It takes the same fields as the API. */
const form = { fields: claimCodeEndpoint.body.extend(returnFields), attempt: claimCodeEndpoint.attempt };

/** What a link that was claimed is continued with. */
const continueFields = form.fields.pick({ code: true, email: true, linkToken: true, state: true, returnTo: true });

/** Declines the invitation of the link that opened the page. */
const declineForm = { page: routes.claim, fields: claimCodeEndpoint.body.pick({ code: true, email: true, linkToken: true }) };

type SuccessProps = ComponentProps<typeof ClaimSuccess>;

/** Whether someone who has claimed a code gets an email with a link to codes for friends. */
const canInvite = async (ctx: Context, { sendClaimedEmail }: ProjectRecord, email: string): Promise<boolean> =>
  sendClaimedEmail && (await getInviteQuota(ctx, email)) > 0;

/** Loads the claim page or its version for frames: the form, or the result of submitting it. */
const loadPage =
  (path: string) =>
  async ({ request, query, ctx, project, frame }: PageRequest): Promise<Page> => {
    const result = readFormResult<ClaimReply | { declined: string }>(path, query.get("result"));
    const reply = result?.reply;
    if (reply && "declined" in reply)
      return {
        title: declineMessages.declined,
        description: messages.intro(project.name),
        content: <InvitationDeclined project={project} email={reply.declined} />,
      };
    const success = reply && "confirmationRequired" in reply ? claimMessages.checkEmail : claimMessages.claimed;
    const title = resultTitle(result, { form: claimMessages.title, success, error: messages.errorTitle });
    const description = messages.intro(project.name);
    const renderSuccess = async (claimed: SuccessProps["claimed"], redirect: SuccessProps["redirect"], isRedirected: boolean) => (
      <ClaimSuccess
        project={project}
        claimed={claimed}
        getsInvites={await canInvite(ctx, project, claimed.email ?? "")}
        redirect={redirect}
        isRedirected={isRedirected}
        frame={frame}
      />
    );
    if (reply && "confirmationRequired" in reply)
      return { title, description, content: <ClaimConfirmation project={project} email={reply.email} frame={frame} /> };
    if (reply) {
      const isRedirected = isSameOriginNavigation(request) && !isExpired(reply);
      const redirect = buildRedirect(project, result.values, isRedirected ? reply.token : null);
      return { title, description, content: await renderSuccess(reply, redirect, isRedirected) };
    }
    const values = result?.values ?? readValues(query);
    if (!canReturn(project, values)) return { ...unknownReturnUrl(project, frame), description };
    const linkState = await getClaimLinkState(ctx, values);
    const redeemed = linkState === "personal" ? await findRedeemedElsewhere(ctx, values.code) : null;
    if (redeemed) return { title: messages.redeemTitle, description, content: <RedeemElsewhere project={project} {...redeemed} /> };
    if (linkState === "claimed" && !result) {
      const content = await renderSuccess(values, buildRedirect(project, values, null), false);
      return { title: claimMessages.claimed, description, content };
    }
    if (project.paused.includes("claims")) {
      return {
        title: messages.paused,
        content: (
          <ClosedNotice
            project={project}
            footer={linkState !== "personal" && linkToJoin(project)}
            frame={frame}
            title={messages.paused}
            text={project.pausedMessage ?? messages.pausedText(project.name)}
          />
        ),
      };
    }
    const challenge = await getProofOfWorkChallenge(ctx, "guess", { request, error: result?.error, values });
    const invitation = frame ? null : await getInvitationStatus(ctx, values);
    const isEmailLocked = linkState === "personal";
    const formState = { values, errors: result?.error?.fields ?? {} };
    return {
      title,
      description,
      content: (
        <ClaimForm
          project={project}
          formState={formState}
          challenge={challenge}
          frame={frame}
          invitation={invitation}
          isEmailLocked={isEmailLocked}
          error={result?.error}
        />
      ),
      scripts: ["browser/claim-page.ts", ...(challenge ? (["browser/proof-of-work.ts"] as const) : [])],
    };
  };

/** Returns the code of a personal link and where it is redeemed, or null if it's claimed here. */
async function findRedeemedElsewhere(ctx: Context, code = ""): Promise<{ code: string; redemption: Redemption } | null> {
  const row = await findCodeRow(ctx, normalizeCode(code));
  const redemption = row && codeRedemption(row);
  return redemption && isRedeemedElsewhere(redemption) ? { code: row.text, redemption } : null;
}

/** The values that a link fills in. */
function readValues(query: URLSearchParams): Record<string, string> {
  const [code, email, linkToken] = [query.get("code"), query.get("email"), query.get("token") ?? query.get("linkToken")];
  return {
    ...(code !== null && { code: code.slice(0, 200) }),
    ...(email !== null && { email: email.slice(0, 254) }),
    ...(linkToken !== null && { linkToken: linkToken.slice(0, 100) }),
    ...readReturn(query),
  };
}

const isExpired = ({ tokenExpiresAt }: ClaimToken): boolean => Date.parse(tokenExpiresAt) <= currentTime();

/** Where people continue, with the claim token if there is one, and the link that gets a new token. Returns null if the project has no redirect URL. */
function buildRedirect(
  project: ProjectRecord,
  values: Record<string, string>,
  token: string | null,
): { url: string; continueUrl: string } | null {
  const target = returnUrl(project.redirectUrl, project, values);
  if (target === null) return null;
  const { continueClaim } = routes.forms;
  return {
    url: token === null ? target : addToReturnUrl(target, { claimToken: token, state: values.state }),
    continueUrl: filledFormUrl(continueClaim, continueClaim, values),
  };
}

/**
 * Redirects people who have claimed a code to the address they return to with a new token, because theirs has expired when they press the
 * button. The link is encrypted, and works for as long as the result of a form. Opens the claim page if the claim was revoked, or with an old link.
 */
async function continueAfterClaim({ query, ctx, project }: PageRequest): Promise<Response> {
  const result = readFormResult(routes.forms.continueClaim, query.get("result"));
  const target = result && returnUrl(project.redirectUrl, project, result.values);
  if (result === null || target === null) return redirectTo(routes.claim);
  try {
    const { state, ...claim } = parseInput(continueFields, result.values);
    const { token } = await repeatClaim(asVisitor(ctx), { ...claim, state });
    return redirectTo(token === null ? routes.claim : addToReturnUrl(target, { claimToken: token, state }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return redirectTo(filledFormUrl(routes.claim, routes.claim, result.values));
  }
}

const claimAndRecordFailures = recordFailures(claimCode);

const submitClaim: typeof claimAndRecordFailures = async (ctx, body) => {
  await markInvitationOpened(ctx, body);
  return claimAndRecordFailures(ctx, body);
};

async function submitDecline(ctx: Context, body: z.output<typeof declineForm.fields>): Promise<{ declined: string }> {
  await markInvitationOpened(ctx, body);
  return { declined: (await declineInvitation(ctx, body)).email };
}

/** Takes the report of the page's script that the page is visible. The response says nothing about the link. */
async function reportOpened(request: Request): Promise<Response> {
  if (isSameOrigin(request) !== false) {
    // A body that can't be read reports nothing.
    const fields = new URLSearchParams(await readText(request, formBodyLimit).catch(() => ""));
    const [code, email, linkToken] = [fields.get("code") ?? "", fields.get("email") ?? "", fields.get("linkToken") ?? ""];
    await markInvitationOpened(await getSystemContext(), { code, email, linkToken });
  }
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}

const { embed } = routes;

export const loadClaimPage = loadPage(routes.claim);

export const claimPages: Record<string, Handlers> = {
  [routes.claim]: { GET: pageHandler(loadClaimPage) },
  [routes.forms.claim]: formHandlers({ ...form, page: routes.claim }, submitClaim),
  [routes.forms.declineCode]: formHandlers(declineForm, submitDecline),
  [routes.forms.continueClaim]: { GET: pageHandler(continueAfterClaim) },
  [routes.forms.claimOpened]: { POST: (request) => withRequestLimit(() => reportOpened(request)) },
  [embed.claim]: framed({ GET: pageHandler(loadPage(embed.claim), { readFrame: (query) => readFrame("claim", query) }) }),
  [embed.forms.claim]: framed(formHandlers({ ...form, page: embed.claim, preservedQuery: frameParams }, recordFailures(claimCode))),
};
