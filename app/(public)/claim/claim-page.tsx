import type { Metadata } from "next";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { claimPageMessages } from "@/components/public/claim-page-messages";
import { Claimed, ClaimForm } from "@/components/public/claim-view";
import { Paused } from "@/components/public/paused";
import type { Frame } from "@/components/public/public-card";
import { Unreachable } from "@/components/public/unreachable";
import type { ClaimReply } from "@/contract/claims";
import { challengeFor } from "@/server/challenge";
import { cameBack, metadataOf, titleOf } from "@/server/form";
import { pageNonce } from "@/server/nonce";
import { ownScript } from "@/server/own-script";
import { publicPages } from "@/server/project";
import { isOurRedirect, onwardOf } from "./onward";

/** A page with the form to claim: its path, and how it stands in a frame where it does. */
type Shown = { page: string; searchParams: Promise<SearchParams>; frame?: Frame };

const query = createLoader({ code: parseAsString, pass: parseAsString, came: parseAsString });
const cameOf = async ({ page, searchParams }: Shown) => cameBack<ClaimReply>(page, (await query(searchParams)).came);

export async function claimMetadata(shown: Shown): Promise<Metadata> {
  const { title, claimed: done, notClaimed: refused, intro, paused } = claimPageMessages;
  const [came, project] = [await cameOf(shown), await publicPages()];
  if (project?.paused.includes("claims") && !came?.reply) return { title: titleOf(paused, project.name) };
  return metadataOf(came, { title, done, refused, description: intro(project?.name ?? "Gatehouse"), project: project?.name });
}

/** The form to claim a code, or what came of it. */
export async function ShownClaim(shown: Shown) {
  const { frame } = shown;
  const [project, came, { code, pass }] = [await publicPages(), await cameOf(shown), await query(shown.searchParams)];
  if (project === null) return <Unreachable frame={frame} />;
  if (came?.reply) {
    const onward = onwardOf(project.claimedUrl, came.reply);
    return <Claimed project={project} claimed={came.reply} onward={onward} byItself={await isOurRedirect()} frame={frame} />;
  }
  if (project.paused.includes("claims"))
    return <Paused project={project} frame={frame} title={claimPageMessages.paused} text={claimPageMessages.pausedText(project.name)} />;
  const typed = came?.typed ?? {
    ...(code === null ? {} : { code: code.slice(0, 200) }),
    ...(pass === null ? {} : { pass: pass.slice(0, 100) }),
  };
  const challenge = await challengeFor("guess", { refused: came?.refused, typed });
  return (
    <>
      <ClaimForm
        project={project}
        filled={{ typed, wrong: came?.refused?.fields ?? {} }}
        refused={came?.refused}
        challenge={challenge}
        frame={frame}
      />
      <script type="module" src={ownScript("browser/claim.ts")} data-own nonce={await pageNonce()} />
      {challenge && <script type="module" src={ownScript("browser/proof.ts")} data-own nonce={await pageNonce()} />}
    </>
  );
}
