import type { Metadata } from "next";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { confirmMessages } from "@/components/public/confirm-messages";
import { Confirmed, ConfirmForm } from "@/components/public/confirm-view";
import { LinkNotValid } from "@/components/public/link-not-valid";
import { Unreachable } from "@/components/public/unreachable";
import { toConfirm } from "@/core/leads/own";
import { routes } from "@/lib/routes";
import { systemContext } from "@/server/context";
import { cameBack, metadataOf, ofMail } from "@/server/form";
import { publicPages } from "@/server/project";

type Props = { searchParams: Promise<SearchParams> };

const query = createLoader({ t: parseAsString, came: parseAsString });
const cameOf = async ({ searchParams }: Props) => cameBack<{ email: string }>(routes.confirm, (await query(searchParams)).came);

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { title, confirmed: done, notConfirmed: refused, description } = confirmMessages;
  return { ...metadataOf(await cameOf(props), { title, done, refused, description, project: (await publicPages())?.name }), ...ofMail };
}

export default async function ConfirmPage(props: Props) {
  const [project, came, { t }] = [await publicPages(), await cameOf(props), await query(props.searchParams)];
  if (project === null) return <Unreachable />;
  if (came?.reply) return <Confirmed project={project} email={came.reply.email} />;
  const token = came?.typed.t ?? t;
  const found = token === null ? null : await toConfirm(await systemContext(), token);
  if (token === null || found === null) return <LinkNotValid project={project} />;
  if (found.isDone) return <Confirmed project={project} email={found.email} />;
  return <ConfirmForm project={project} token={token} email={found.email} refused={came?.refused} />;
}
