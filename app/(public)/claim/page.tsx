import type { SearchParams } from "nuqs/server";
import { routes } from "@/lib/routes";
import { ClaimPageContent, claimMetadata } from "./claim-page";

type Props = { searchParams: Promise<SearchParams> };

export const generateMetadata = (props: Props) => claimMetadata({ page: routes.claim, ...props });

export default function ClaimPage({ searchParams }: Props) {
  return <ClaimPageContent page={routes.claim} searchParams={searchParams} />;
}
