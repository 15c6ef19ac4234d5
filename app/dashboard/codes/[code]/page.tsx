import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { CodeView } from "@/components/codes/code-view";
import { codeClaimsQuery, codeQuery, relatedPageParams } from "@/components/codes/queries";
import { listCodeClaimsEndpoint } from "@/contract/claims";
import { getCodeEndpoint } from "@/contract/codes";
import { leastRole } from "@/contract/endpoint";
import { codeIdentity } from "@/contract/text";
import { listCodeClaims } from "@/core/claims/list";
import { getCode } from "@/core/codes/get";
import { pageAddress } from "@/lib/env";
import { routes } from "@/lib/routes";
import { found, staffPage } from "@/server/page";
import { firstOf, seed, seeded, seedPage } from "@/server/query-client";

type Props = { params: Promise<{ code: string }> };

// Next gives what it reads from the address decoded here, and encoded to the page.
export const generateMetadata = async ({ params }: Props) => ({ title: (await params).code });

export default async function CodePage({ params }: Props) {
  const { ctx } = await staffPage(leastRole(getCodeEndpoint));
  const record = await found(getCode(ctx, codeIdentity(decodeURIComponent((await params).code)) || notFound()));
  const { code } = record;
  const claims = await seedPage(listCodeClaimsEndpoint, codeClaimsQuery(code), relatedPageParams(""), (query) =>
    listCodeClaims(ctx, codeIdentity(code), query),
  );
  return (
    <HydrationBoundary state={seeded(seed(getCodeEndpoint, codeQuery(code), record), firstOf(claims, ""))}>
      <CodeView code={code} claimUrl={pageAddress(routes.claim)} />
    </HydrationBoundary>
  );
}
