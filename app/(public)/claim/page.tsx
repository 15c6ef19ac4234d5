import type { Metadata } from "next";
import { headers } from "next/headers";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { claimMessages } from "@/components/public/claim-messages";
import { Claimed, ClaimForm } from "@/components/public/claim-view";
import { Unreachable } from "@/components/public/unreachable";
import type { ClaimReply } from "@/contract/claims";
import { routes } from "@/lib/routes";
import { cameBack, metadataOf } from "@/server/form";
import { pageNonce } from "@/server/nonce";
import { ownScript } from "@/server/own-script";
import { publicPages } from "@/server/project";

type Props = { searchParams: Promise<SearchParams> };

const query = createLoader({ code: parseAsString, came: parseAsString });
const cameOf = async ({ searchParams }: Props) => cameBack<ClaimReply>(routes.claim, (await query(searchParams)).came);

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { title, claimed: done, notClaimed: refused, intro } = claimMessages;
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

/** Whether our own form led here just now. Whoever opens somebody else's address of this page is not led on in their name. */
const isOurRedirect = async (): Promise<boolean> => (await headers()).get("sec-fetch-site") === "same-origin";

/** Where somebody who has claimed is led on to, with the token that says who they are while it works. */
function onwardOf(claimedUrl: string | null, { token, tokenExpiresAt }: ClaimReply): URL | "expired" | null {
  if (claimedUrl === null) return null;
  if (Date.parse(tokenExpiresAt) <= Date.now()) return "expired";
  const url = new URL(claimedUrl);
  url.searchParams.set("token", token);
  return url;
}
