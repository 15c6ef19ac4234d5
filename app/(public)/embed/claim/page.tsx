import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { routes } from "@/lib/routes";
import { claimMetadata, ShownClaim } from "../../claim/shown";
import { frameOf, notListed } from "../frame";

type Props = { searchParams: Promise<SearchParams> };

const { claim: page, forms } = routes.embed;

export const generateMetadata = async (props: Props): Promise<Metadata> => ({ ...(await claimMetadata({ page, ...props })), ...notListed });

export default async function FramedClaimPage({ searchParams }: Props) {
  return <ShownClaim page={page} searchParams={searchParams} frame={await frameOf(forms.claim, searchParams)} />;
}
