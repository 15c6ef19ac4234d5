import type { Metadata } from "next";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { joinPageMessages as messages } from "@/components/public/join-page-messages";
import { JoinForm, JoinSuccess } from "@/components/public/join-view";
import { PausedNotice } from "@/components/public/paused-notice";
import type { EmbedFrame } from "@/components/public/public-card";
import { ServiceUnavailable } from "@/components/public/service-unavailable";
import { sealFormTime } from "@/core/abuse-protection/fill-time";
import { getDatabaseTime } from "@/core/clock";
import { createConsentId } from "@/core/projects/consent";
import { getNonce } from "@/server/nonce";
import { pageScriptUrl } from "@/server/page-script";
import { getProofOfWorkChallenge } from "@/server/proof-of-work-challenge";
import { formPageMetadata, pageTitle, readFormResult } from "@/server/public-form";
import { getPublicProject } from "@/server/public-project";
import { getSystemContext } from "@/server/system-context";

type JoinPageProps = { page: string; searchParams: Promise<SearchParams>; frame?: EmbedFrame };

const loadParams = createLoader({ ref: parseAsString, result: parseAsString });
const getResult = async ({ page, searchParams }: JoinPageProps) =>
  readFormResult<{ email: string }>(page, (await loadParams(searchParams)).result);

export async function joinMetadata(props: JoinPageProps): Promise<Metadata> {
  const { title, joined, errorTitle, intro, paused } = messages;
  const [result, project] = [await getResult(props), await getPublicProject()];
  if (project?.paused.includes("sign_ups") && !result?.reply) return { title: pageTitle(paused, project.name) };
  const description = intro(project?.name ?? "Gatehouse");
  return formPageMetadata(result, { title, success: joined, error: errorTitle, description, project: project?.name });
}

/** The join page and its version for frames: the form, or the result of submitting it. */
export async function JoinPageContent(props: JoinPageProps) {
  const { frame } = props;
  const [project, result, { ref }] = [await getPublicProject(), await getResult(props), await loadParams(props.searchParams)];
  if (project === null) return <ServiceUnavailable frame={frame} />;
  if (result?.reply) return <JoinSuccess project={project} email={result.reply.email} frame={frame} />;
  if (project.paused.includes("sign_ups"))
    return <PausedNotice project={project} frame={frame} title={messages.paused} defaultText={messages.pausedText(project.name)} />;
  const values = result?.values ?? (ref === null || ref === "" ? {} : { referralCode: ref.slice(0, 200) });
  const challenge = await getProofOfWorkChallenge("sign_up", { error: result?.error });
  return (
    <>
      <JoinForm
        project={project}
        formState={{ values, errors: result?.error?.fields ?? {} }}
        error={result?.error}
        consent={getConsent(project)}
        challenge={challenge}
        renderedAt={sealFormTime(await getDatabaseTime(await getSystemContext()))}
        frame={frame}
      />
      {challenge && <script type="module" src={pageScriptUrl("browser/proof-of-work.ts")} data-page-script nonce={await getNonce()} />}
    </>
  );
}

const getConsent = ({ consentText }: { consentText: string | null }) =>
  consentText === null ? null : { id: createConsentId(consentText), text: consentText };
