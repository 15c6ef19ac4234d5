import type { ReactNode } from "react";
import * as z from "zod";
import { ClosedNotice } from "@/components/public/card";
import { JoinForm, JoinSuccess } from "@/components/public/join-view";
import { joinMessages, joinPageMessages as messages } from "@/components/public/messages";
import { linkToClaim } from "@/components/public/page-links";
import { proofField } from "@/contract/abuse-protection";
import { attributionFields } from "@/contract/attribution";
import { utmParameters } from "@/contract/enums";
import { createLeadEndpoint, type PublicSignUp } from "@/contract/leads";
import type { ProjectRecord, previewJoinPageEndpoint } from "@/contract/project";
import { signUpPhase } from "@/contract/sign-ups";
import { checkFillTime, sealFormTime } from "@/core/abuse-protection/fill-time";
import { ApiError } from "@/core/api-error";
import { type Context, getDatabaseTime } from "@/core/context";
import { readFormAnswers } from "@/core/leads/answers";
import { joinWaitlist } from "@/core/leads/create";
import { isWaitlistFull } from "@/core/leads/sign-ups";
import { createConsentId } from "@/core/projects/consent";
import { getProject, getQuestions, getSocialImage } from "@/core/projects/record";
import { withRequestLimit } from "@/db/request-limit";
import { currentTime } from "@/lib/clock";
import { formatWithUtc } from "@/lib/dates";
import { env, pageUrl } from "@/lib/env";
import { createReferralLink, routes } from "@/lib/routes";
import { suggestEmail } from "@/lib/suggest-email";
import { getSystemContext } from "../context";
import { type Page, renderDocument } from "./document";
import { framed, frameParams, readFrame } from "./embed";
import { filledFormUrl, formHandlers, getProofOfWorkChallenge, isSameOriginNavigation, readFormResult, resultTitle } from "./forms";
import { type Handlers, type PageRequest, pageHandler } from "./handler";
import { addToReturnUrl, canReturn, readReturn, returnFields, returnUrl, unknownReturnUrl } from "./return-url";

/** The join form. It takes fewer fields than the API: notes are for staff. */
const form = {
  fields: createLeadEndpoint.body.pick({ email: true, firstname: true, lastname: true }).extend({
    // A malformed referral code is dropped, like an unknown one.
    referralCode: createLeadEndpoint.body.shape.referralCode.catch(undefined),
    /** The id of the consent text that the page showed. */
    consent: z.string().max(64).optional(),
    ...proofField,
    /** The answers to the questions that the form shows. */
    fields: createLeadEndpoint.body.shape.fields,
    // A strange link must not prevent a sign-up.
    sourceTag: attributionFields.sourceTag.catch(undefined),
    utm: attributionFields.utm.catch(undefined),
    referrerUrl: attributionFields.referrerUrl.catch(undefined),
    ...returnFields,
    /** A honeypot: people don't see it. The API calls it `homepage`. */
    unused: z.string().optional(),
    /** When the page was rendered, encrypted. */
    renderedAt: z.string().max(200).optional().catch(undefined),
  }),
  attempt: createLeadEndpoint.attempt,
  unsavedFields: ["unused", "renderedAt"],
} as const;

type JoinReply = Pick<PublicSignUp, "email"> & { referralUrl: string };

/** Adds the lead to the waitlist. The reply is the same for new and known emails. A page that was open for days is rendered again. */
async function submitJoin(
  ctx: Context,
  { renderedAt, unused, state: _state, returnTo: _returnTo, ...body }: z.output<typeof form.fields>,
): Promise<JoinReply> {
  const fields = readFormAnswers(await getQuestions(ctx), body.fields);
  const fillTime = checkFillTime(renderedAt, await getDatabaseTime(ctx));
  if (fillTime === "expired") throw new ApiError("invalid_input", { fields: { renderedAt: ["has expired"] } });
  const reply = await joinWaitlist(ctx, { ...body, fields, homepage: unused, isTooFast: fillTime === "too_fast" });
  if (!("referral" in reply)) throw new Error("Only public callers submit the form");
  return { email: reply.email, referralUrl: reply.referral.url };
}

/** The values of the hidden fields: the referral code, and where the person came from. */
function readLink(request: Request, query: URLSearchParams): Record<string, string> {
  const referrer = URL.parse(request.headers.get("referer") ?? "");
  const values = [
    ["referralCode", query.get("ref")],
    ["sourceTag", query.get("source")],
    ...utmParameters.map((name) => [`utm.${name}`, query.get(`utm_${name}`)] as const),
    ["referrerUrl", referrer === null || referrer.origin === new URL(env().APP_URL).origin ? null : referrer.origin + referrer.pathname],
  ] as const;
  return { ...Object.fromEntries(values.flatMap(([name, value]) => (value ? [[name, value.slice(0, 200)]] : []))), ...readReturn(query) };
}

/** Where people continue after they join, with the state of the link. */
function joinReturnUrl(project: ProjectRecord, values: Record<string, string>): string | null {
  const target = returnUrl(project.joinRedirectUrl, project, values);
  return target && addToReturnUrl(target, { state: values.state });
}

/** Why people can't join now, as the page says it, or null if they can. */
async function describeClosedSignUps(ctx: Context, project: ProjectRecord): Promise<{ title: string; text: string } | null> {
  const { name, paused, pausedMessage, signUpsClosedMessage, timeZone, waitlistLimit } = project;
  if (paused.includes("sign_ups")) return { title: messages.paused, text: pausedMessage ?? messages.pausedText(name) };
  const phase = signUpPhase(project, currentTime());
  if (phase === "closed") return { title: messages.closed, text: signUpsClosedMessage ?? messages.closedText(name) };
  if (phase !== "open")
    return { title: messages.notOpen, text: signUpsClosedMessage ?? messages.opensOn(formatWithUtc(new Date(phase.opensAt), timeZone)) };
  if (await isWaitlistFull(ctx, waitlistLimit)) return { title: messages.full, text: signUpsClosedMessage ?? messages.fullText(name) };
  return null;
}

/** Loads the join page or its version for frames: the form, or the result of submitting it. */
const loadPage =
  (path: string) =>
  async ({ request, query, ctx, project, frame }: PageRequest): Promise<Page> => {
    const result = readFormResult<JoinReply>(path, query.get("result"));
    const headline = project.joinHeadline ?? joinMessages.title;
    const title = resultTitle(result, { form: headline, success: messages.joined, error: messages.errorTitle });
    const description = project.joinDescription ?? messages.intro(project.name);
    if (result?.reply) {
      const isRedirected = isSameOriginNavigation(request);
      // With the referral code and the answers. The email is what was wrong.
      const values = { ...result.values, email: suggestEmail(result.reply.email) ?? "" };
      const joinAgainUrl = filledFormUrl(path, frame?.url ?? path, values);
      const content = (
        <JoinSuccess
          project={{ ...project, joinRedirectUrl: joinReturnUrl(project, result.values) }}
          {...result.reply}
          joinAgainUrl={joinAgainUrl}
          isRedirected={isRedirected}
          frame={frame}
        />
      );
      return { title, description, content, scripts: ["browser/share-link.ts"] };
    }
    if (!result && !canReturn(project, readReturn(query))) return { ...unknownReturnUrl(project, frame), description };
    const social = { url: pageUrl(routes.join), imageUrl: project.socialImageUrl };
    const closed = await describeClosedSignUps(ctx, project);
    if (closed !== null)
      return {
        title: closed.title,
        social,
        content: <ClosedNotice project={project} footer={linkToClaim(project)} frame={frame} {...closed} />,
      };
    const challenge = await getProofOfWorkChallenge(ctx, "sign_up", { request, error: result?.error, values: result?.values });
    const content = (
      <JoinForm
        project={project}
        formState={{ values: result?.values ?? readLink(request, query), errors: result?.error?.fields ?? {} }}
        error={result?.error}
        consent={getConsent(project)}
        questions={getJoinQuestions(project)}
        challenge={challenge}
        renderedAt={sealFormTime(await getDatabaseTime(ctx))}
        frame={frame}
      />
    );
    return {
      title,
      description,
      social,
      content,
      scripts: ["browser/join-page.ts", ...(challenge ? (["browser/proof-of-work.ts"] as const) : [])],
    };
  };

const { embed } = routes;

export const loadJoinPage = loadPage(routes.join);

type Draft = z.output<NonNullable<typeof previewJoinPageEndpoint.body>>;

/** Renders the join page, and what people see after they join, with settings that aren't saved. */
export async function previewJoinPage(ctx: Context, draft: Draft): Promise<{ form: string; success: string }> {
  const project = { ...(await getProject(ctx)), ...draft, doubleOptIn: false };
  // The settings show both pages in frames, whose landmarks need different names.
  const render = async (title: string, content: ReactNode) =>
    (await renderDocument({ title, content }, { project, nonce: undefined })).replace("<main", `<main aria-label="${title}"`);
  const sampleUrl = createReferralLink(project.referralPageUrl ?? pageUrl(routes.join), messages.sampleReferralCode);
  const form = (
    <JoinForm
      project={project}
      formState={{ values: {}, errors: {} }}
      consent={getConsent(project)}
      questions={getJoinQuestions(project)}
      challenge={null}
      renderedAt=""
    />
  );
  return {
    form: await render(joinMessages.title, form),
    success: await render(
      messages.joined,
      <JoinSuccess
        project={project}
        email={messages.sampleEmail}
        referralUrl={sampleUrl}
        joinAgainUrl={routes.join}
        isRedirected={false}
      />,
    ),
  };
}

const getJoinQuestions = ({ questions }: Pick<ProjectRecord, "questions">) => questions.filter(({ onJoinForms }) => onJoinForms);

const getConsent = ({ consentText }: { consentText: string | null }) =>
  consentText === null ? null : { id: createConsentId(consentText), text: consentText };

/** Responds with the image that social networks show. Its URL changes with the image. */
async function getImage(request: Request): Promise<Response> {
  const image = await getSocialImage(await getSystemContext());
  if (image === null) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  const isCurrent = new URL(request.url).searchParams.get("v") === image.id;
  const cacheControl = isCurrent ? "public, max-age=31536000, immutable" : "no-cache";
  return new Response(image.file, { headers: { "Content-Type": "image/jpeg", "Cache-Control": cacheControl } });
}

export const joinPages: Record<string, Handlers> = {
  [routes.join]: { GET: pageHandler(loadJoinPage) },
  [routes.socialImage]: { GET: (request) => withRequestLimit(() => getImage(request)) },
  [routes.forms.join]: formHandlers({ ...form, page: routes.join }, submitJoin),
  [embed.join]: framed({ GET: pageHandler(loadPage(embed.join), { readFrame: (query) => readFrame("join", query) }) }),
  [embed.forms.join]: framed(formHandlers({ ...form, page: embed.join, preservedQuery: frameParams }, submitJoin)),
};
