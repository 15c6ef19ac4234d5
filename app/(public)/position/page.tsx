import type { Metadata } from "next";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { LinkNotValid } from "@/components/public/link-not-valid";
import { placeMessages } from "@/components/public/place-messages";
import { Gone, PlaceView } from "@/components/public/place-view";
import { Unreachable } from "@/components/public/unreachable";
import { ownPage } from "@/core/leads/own";
import { pageAddress } from "@/lib/env";
import { routes } from "@/lib/routes";
import { systemContext } from "@/server/context";
import { cameBack, metadataOf, ofMail } from "@/server/form";
import { pageNonce } from "@/server/nonce";
import { ownScript } from "@/server/own-script";
import { publicPages } from "@/server/project";

type Props = { searchParams: Promise<SearchParams> };

const query = createLoader({ t: parseAsString, came: parseAsString });
const cameOf = async ({ searchParams }: Props) =>
  cameBack<{ left: string } | { erased: true }>(routes.place, (await query(searchParams)).came);

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { title, done, notDone: refused, description } = placeMessages;
  return { ...metadataOf(await cameOf(props), { title, done, refused, description, project: (await publicPages())?.name }), ...ofMail };
}

export default async function PlacePage(props: Props) {
  const [project, came, { t }] = [await publicPages(), await cameOf(props), await query(props.searchParams)];
  if (project === null) return <Unreachable />;
  if (came?.reply) return <Gone project={project} outcome={came.reply} />;
  const token = came?.typed.t ?? t;
  const own = token === null ? null : await ownPage(await systemContext(), token);
  if (token === null || own === null) return <LinkNotValid project={project} />;
  const friendsLink = `${pageAddress(routes.join)}?${new URLSearchParams({ ref: own.referralCode })}`;
  return (
    <>
      <PlaceView project={project} token={token} own={own} friendsLink={friendsLink} refused={came?.refused} />
      <script type="module" src={ownScript("browser/place.ts")} data-own nonce={await pageNonce()} />
    </>
  );
}
