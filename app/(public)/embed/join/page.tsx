import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { routes } from "@/lib/routes";
import { JoinPageContent, joinMetadata } from "../../join/join-page";
import { getFrame, noIndex } from "../frame";

type Props = { searchParams: Promise<SearchParams> };

const { join: page, forms } = routes.embed;

export const generateMetadata = async (props: Props): Promise<Metadata> => ({ ...(await joinMetadata({ page, ...props })), ...noIndex });

export default async function FramedJoinPage({ searchParams }: Props) {
  return <JoinPageContent page={page} searchParams={searchParams} frame={await getFrame(forms.join, searchParams)} />;
}
