import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { routes } from "@/lib/routes";
import { ClaimPageContent, claimMetadata } from "../../claim/claim-page";
import { getFrame, noIndex } from "../frame";

type Props = { searchParams: Promise<SearchParams> };

const { claim: page, forms } = routes.embed;

export const generateMetadata = async (props: Props): Promise<Metadata> => ({ ...(await claimMetadata({ page, ...props })), ...noIndex });

export default async function FramedClaimPage({ searchParams }: Props) {
  return <ClaimPageContent page={page} searchParams={searchParams} frame={await getFrame(forms.claim, searchParams)} />;
}
