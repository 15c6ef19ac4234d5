import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { relatedPageParams } from "@/components/codes/definition";
import { CodeView } from "@/components/codes/detail";
import { listCodeClaimsEndpoint } from "@/contract/claims";
import { getCodeEndpoint } from "@/contract/codes";
import { normalizeCode } from "@/contract/normalize";
import { listCodeClaims } from "@/core/claims/list";
import { getHeldCode } from "@/core/codes/holds";
import { dehydrateQueries, seedPage, seedQuery, toInfiniteQuery } from "@/server/query-client";
import { orNotFound } from "@/server/staff-page";
import { staffPage } from "../../staff-page";

type Props = { params: Promise<{ code: string }> };

// Next decodes the params of generateMetadata, but not those of the page.
export const generateMetadata = async ({ params }: Props) => ({ title: (await params).code });

export default staffPage(getCodeEndpoint, async ({ ctx }, { params }: Props) => {
  const record = await orNotFound(getHeldCode(ctx, normalizeCode(decodeURIComponent((await params).code)) || notFound()));
  const { code } = record;
  const claims = await seedPage(listCodeClaimsEndpoint, { params: { code }, query: relatedPageParams }, (query) =>
    listCodeClaims(ctx, normalizeCode(code), query),
  );
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(getCodeEndpoint, { params: { code } }, record), toInfiniteQuery(claims))}>
      <CodeView code={code} />
    </HydrationBoundary>
  );
});
