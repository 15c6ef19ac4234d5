import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { routes } from "@/lib/routes";
import { joinMetadata, ShownJoin } from "../../join/shown";
import { frameOf, notListed } from "../frame";

type Props = { searchParams: Promise<SearchParams> };

const { join: page, forms } = routes.embed;

export const generateMetadata = async (props: Props): Promise<Metadata> => ({ ...(await joinMetadata({ page, ...props })), ...notListed });

export default async function FramedJoinPage({ searchParams }: Props) {
  return <ShownJoin page={page} searchParams={searchParams} frame={await frameOf(forms.join, searchParams)} />;
}
