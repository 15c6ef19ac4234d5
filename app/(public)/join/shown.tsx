import type { Metadata } from "next";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { joinPageMessages } from "@/components/public/join-page-messages";
import { Joined, JoinForm } from "@/components/public/join-view";
import type { Frame } from "@/components/public/public-card";
import { Unreachable } from "@/components/public/unreachable";
import { cameBack, metadataOf } from "@/server/form";
import { publicPages } from "@/server/project";

/** A page with the form to join: its path, and how it stands in a frame where it does. */
type Shown = { page: string; searchParams: Promise<SearchParams>; frame?: Frame };

const query = createLoader({ ref: parseAsString, came: parseAsString });
const cameOf = async ({ page, searchParams }: Shown) => cameBack<{ email: string }>(page, (await query(searchParams)).came);

export async function joinMetadata(shown: Shown): Promise<Metadata> {
  const { title, joined: done, notJoined: refused, intro } = joinPageMessages;
  const [came, project] = [await cameOf(shown), await publicPages()];
  return metadataOf(came, { title, done, refused, description: intro(project?.name ?? "Gatehouse") });
}

/** The form to join the waitlist, or what came of it. */
export async function ShownJoin(shown: Shown) {
  const { frame } = shown;
  const [project, came, { ref }] = [await publicPages(), await cameOf(shown), await query(shown.searchParams)];
  if (project === null) return <Unreachable frame={frame} />;
  if (came?.reply) return <Joined project={project} email={came.reply.email} frame={frame} />;
  const typed = came?.typed ?? (ref === null || ref === "" ? {} : { referralCode: ref.slice(0, 200) });
  return <JoinForm project={project} filled={{ typed, wrong: came?.refused?.fields ?? {} }} refused={came?.refused} frame={frame} />;
}
