import { type EmbedFrame, PublicCard } from "@/components/public/card";
import { returnMessages } from "@/components/public/messages";
import { State } from "@/contract/claims";
import { type ProjectRecord, ReturnUrl } from "@/contract/project";
import type { Page } from "./document";

/** The hidden fields of forms with what an app adds to the links to them. What can't be read is left out: it must not prevent a claim. */
export const returnFields = {
  state: State.optional().catch(undefined),
  returnTo: ReturnUrl.optional().catch(undefined),
};

/** The values of the hidden fields in a link: `state` and `return_to`. An address that can't be read is kept, and isn't allowed. */
export function readReturn(query: URLSearchParams): Record<string, string> {
  const state = returnFields.state.parse(query.get("state") ?? undefined);
  const requested = query.get("return_to");
  return {
    ...(state !== undefined && { state }),
    ...(requested !== null && { returnTo: returnFields.returnTo.parse(requested) ?? requested.slice(0, 300) }),
  };
}

type Values = Readonly<Record<string, string>>;

/** Whether a form with these values may return to where its link asks for: an address that the project lists. */
export const canReturn = ({ redirectUrl, joinRedirectUrl, returnUrls }: ProjectRecord, { returnTo }: Values): boolean =>
  returnTo === undefined || [redirectUrl, joinRedirectUrl, ...returnUrls].some((url) => url !== null && URL.parse(url)?.href === returnTo);

/** Where people continue: the listed address that their link asked for, otherwise `defaultUrl`. */
export const returnUrl = (defaultUrl: string | null, project: ProjectRecord, values: Values): string | null =>
  values.returnTo !== undefined && canReturn(project, values) ? values.returnTo : defaultUrl;

/** Adds query parameters to the address that people return to. `token` is the older name of `claimToken`: an address can have its own. */
export function addToReturnUrl(target: string, { claimToken, state }: { claimToken?: string; state: string | undefined }): string {
  const url = new URL(target);
  const token = url.searchParams.get("token") ?? claimToken;
  for (const [name, value] of Object.entries({ token, claimToken, state })) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

/** The page for a link that asks for an address which the project doesn't list. */
export const unknownReturnUrl = (project: ProjectRecord, frame: EmbedFrame | undefined): Page => ({
  title: returnMessages.title,
  robots: "noindex",
  content: (
    <PublicCard project={project} frame={frame} title={returnMessages.title}>
      <p className="text-md leading-6">{returnMessages.text}</p>
    </PublicCard>
  ),
});
