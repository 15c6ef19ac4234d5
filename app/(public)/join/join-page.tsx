import type { Metadata } from "next";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { joinPageMessages } from "@/components/public/join-page-messages";
import { Joined, JoinForm } from "@/components/public/join-view";
import { Paused } from "@/components/public/paused";
import type { Frame } from "@/components/public/public-card";
import { Unreachable } from "@/components/public/unreachable";
import { shownAt } from "@/core/abuse-protection/haste";
import { nowOf } from "@/core/clock";
import { consentId } from "@/core/projects/consent";
import { challengeFor } from "@/server/challenge";
import { systemContext } from "@/server/context";
import { cameBack, metadataOf, titleOf } from "@/server/form";
import { pageNonce } from "@/server/nonce";
import { ownScript } from "@/server/own-script";
import { publicPages } from "@/server/project";

/** A page with the form to join: its path, and how it stands in a frame where it does. */
type Shown = { page: string; searchParams: Promise<SearchParams>; frame?: Frame };

const query = createLoader({ ref: parseAsString, came: parseAsString });
const cameOf = async ({ page, searchParams }: Shown) => cameBack<{ email: string }>(page, (await query(searchParams)).came);

export async function joinMetadata(shown: Shown): Promise<Metadata> {
  const { title, joined: done, notJoined: refused, intro, paused } = joinPageMessages;
  const [came, project] = [await cameOf(shown), await publicPages()];
  if (project?.paused.includes("sign_ups") && !came?.reply) return { title: titleOf(paused, project.name) };
  return metadataOf(came, { title, done, refused, description: intro(project?.name ?? "Gatehouse"), project: project?.name });
}

/** The form to join the waitlist, or what came of it. */
export async function ShownJoin(shown: Shown) {
  const { frame } = shown;
  const [project, came, { ref }] = [await publicPages(), await cameOf(shown), await query(shown.searchParams)];
  if (project === null) return <Unreachable frame={frame} />;
  if (came?.reply) return <Joined project={project} email={came.reply.email} frame={frame} />;
  if (project.paused.includes("sign_ups"))
    return <Paused project={project} frame={frame} title={joinPageMessages.paused} text={joinPageMessages.pausedText(project.name)} />;
  const typed = came?.typed ?? (ref === null || ref === "" ? {} : { referralCode: ref.slice(0, 200) });
  const challenge = await challengeFor("sign_up", { refused: came?.refused });
  return (
    <>
      <JoinForm
        project={project}
        filled={{ typed, wrong: came?.refused?.fields ?? {} }}
        refused={came?.refused}
        consent={consentOf(project)}
        challenge={challenge}
        shown={shownAt(await nowOf(await systemContext()))}
        frame={frame}
      />
      {challenge && <script type="module" src={ownScript("browser/proof.ts")} data-own nonce={await pageNonce()} />}
    </>
  );
}

const consentOf = ({ consentText }: { consentText: string | null }) =>
  consentText === null ? null : { id: consentId(consentText), wording: consentText };
