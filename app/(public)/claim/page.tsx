import type { Metadata } from "next";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { claimPageMessages } from "@/components/public/claim-page-messages";
import { Claimed, ClaimForm } from "@/components/public/claim-view";
import { Unreachable } from "@/components/public/unreachable";
import type { ClaimReply } from "@/contract/claims";
import { routes } from "@/lib/routes";
import { cameBack, metadataOf } from "@/server/form";
import { pageNonce } from "@/server/nonce";
import { ownScript } from "@/server/own-script";
import { publicPages } from "@/server/project";
import { isOurRedirect, onwardOf } from "./onward";

type Props = { searchParams: Promise<SearchParams> };

const query = createLoader({ code: parseAsString, came: parseAsString });
const cameOf = async ({ searchParams }: Props) => cameBack<ClaimReply>(routes.claim, (await query(searchParams)).came);

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { title, claimed: done, notClaimed: refused, intro } = claimPageMessages;
  const [came, project] = [await cameOf(props), await publicPages()];
  return metadataOf(came, { title, done, refused, description: intro(project?.name ?? "Gatehouse") });
}

export default async function ClaimPage(props: Props) {
  const [project, came, { code }] = [await publicPages(), await cameOf(props), await query(props.searchParams)];
  if (project === null) return <Unreachable />;
  if (came?.reply)
    return (
      <Claimed project={project} claimed={came.reply} onward={onwardOf(project.claimedUrl, came.reply)} byItself={await isOurRedirect()} />
    );
  const typed = came?.typed ?? (code === null ? {} : { code: code.slice(0, 200) });
  return (
    <>
      <ClaimForm project={project} filled={{ typed, wrong: came?.refused?.fields ?? {} }} refused={came?.refused} />
      <script type="module" src={ownScript("browser/claim.ts")} data-own nonce={await pageNonce()} />
    </>
  );
}
