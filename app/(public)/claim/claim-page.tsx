import type { Metadata } from "next";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { claimPageMessages as messages } from "@/components/public/claim-page-messages";
import { ClaimForm, ClaimSuccess } from "@/components/public/claim-view";
import { PausedNotice } from "@/components/public/paused-notice";
import type { EmbedFrame } from "@/components/public/public-card";
import { ServiceUnavailable } from "@/components/public/service-unavailable";
import type { ClaimReply } from "@/contract/claims";
import { getNonce } from "@/server/nonce";
import { pageScriptUrl } from "@/server/page-script";
import { getProofOfWorkChallenge } from "@/server/proof-of-work-challenge";
import { formPageMetadata, pageTitle, readFormResult } from "@/server/public-form";
import { getPublicProject } from "@/server/public-project";
import { buildRedirect, isSameOriginNavigation } from "./redirect";

type ClaimPageProps = { page: string; searchParams: Promise<SearchParams>; frame?: EmbedFrame };

const loadParams = createLoader({ code: parseAsString, token: parseAsString, result: parseAsString });
const getResult = async ({ page, searchParams }: ClaimPageProps) =>
  readFormResult<ClaimReply>(page, (await loadParams(searchParams)).result);

export async function claimMetadata(props: ClaimPageProps): Promise<Metadata> {
  const { title, claimed, errorTitle, intro, paused } = messages;
  const [result, project] = [await getResult(props), await getPublicProject()];
  if (project?.paused.includes("claims") && !result?.reply) return { title: pageTitle(paused, project.name) };
  const description = intro(project?.name ?? "Gatehouse");
  return formPageMetadata(result, { title, success: claimed, error: errorTitle, description, project: project?.name });
}

/** The claim page and its version for frames: the form, or the result of submitting it. */
export async function ClaimPageContent(props: ClaimPageProps) {
  const { frame } = props;
  const [project, result, { code, token }] = [await getPublicProject(), await getResult(props), await loadParams(props.searchParams)];
  if (project === null) return <ServiceUnavailable frame={frame} />;
  if (result?.reply) {
    const redirect = buildRedirect(project.redirectUrl, result.reply);
    return (
      <ClaimSuccess
        project={project}
        claimed={result.reply}
        redirect={redirect}
        isAutomatic={await isSameOriginNavigation()}
        frame={frame}
      />
    );
  }
  if (project.paused.includes("claims"))
    return <PausedNotice project={project} frame={frame} title={messages.paused} defaultText={messages.pausedText(project.name)} />;
  const values = result?.values ?? {
    ...(code === null ? {} : { code: code.slice(0, 200) }),
    ...(token === null ? {} : { linkToken: token.slice(0, 100) }),
  };
  const challenge = await getProofOfWorkChallenge("guess", { error: result?.error, values });
  return (
    <>
      <ClaimForm
        project={project}
        formState={{ values, errors: result?.error?.fields ?? {} }}
        error={result?.error}
        challenge={challenge}
        frame={frame}
      />
      <script type="module" src={pageScriptUrl("browser/claim-page.ts")} data-page-script nonce={await getNonce()} />
      {challenge && <script type="module" src={pageScriptUrl("browser/proof-of-work.ts")} data-page-script nonce={await getNonce()} />}
    </>
  );
}
