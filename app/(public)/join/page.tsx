import type { Metadata } from "next";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { joinPageMessages } from "@/components/public/join-page-messages";
import { Joined, JoinForm } from "@/components/public/join-view";
import { Unreachable } from "@/components/public/unreachable";
import { routes } from "@/lib/routes";
import { cameBack, metadataOf } from "@/server/form";
import { publicPages } from "@/server/project";

type Props = { searchParams: Promise<SearchParams> };

const query = createLoader({ ref: parseAsString, came: parseAsString });
const cameOf = async ({ searchParams }: Props) => cameBack<{ email: string }>(routes.join, (await query(searchParams)).came);

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { title, joined: done, notJoined: refused, intro } = joinPageMessages;
  const [came, project] = [await cameOf(props), await publicPages()];
  return metadataOf(came, { title, done, refused, description: intro(project?.name ?? "Gatehouse") });
}

export default async function JoinPage(props: Props) {
  const [project, came, { ref }] = [await publicPages(), await cameOf(props), await query(props.searchParams)];
  if (project === null) return <Unreachable />;
  if (came?.reply) return <Joined project={project} email={came.reply.email} />;
  const typed = came?.typed ?? (ref === null || ref === "" ? {} : { referralCode: ref.slice(0, 200) });
  return <JoinForm project={project} filled={{ typed, wrong: came?.refused?.fields ?? {} }} refused={came?.refused} />;
}
