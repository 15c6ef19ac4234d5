import type { SearchParams } from "nuqs/server";
import { routes } from "@/lib/routes";
import { claimMetadata, ShownClaim } from "./shown";

type Props = { searchParams: Promise<SearchParams> };

export const generateMetadata = (props: Props) => claimMetadata({ page: routes.claim, ...props });

export default function ClaimPage({ searchParams }: Props) {
  return <ShownClaim page={routes.claim} searchParams={searchParams} />;
}
