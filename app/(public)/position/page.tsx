import type { Metadata } from "next";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { InvalidLink } from "@/components/public/invalid-link";
import { positionMessages as messages } from "@/components/public/position-messages";
import { type PositionFormReply, PositionResult, PositionView } from "@/components/public/position-view";
import { ServiceUnavailable } from "@/components/public/service-unavailable";
import { getPositionPage } from "@/core/leads/self-service";
import { pageUrl } from "@/lib/env";
import { routes } from "@/lib/routes";
import { getNonce } from "@/server/nonce";
import { pageScriptUrl } from "@/server/page-script";
import { emailLinkMetadata, formPageMetadata, readFormResult } from "@/server/public-form";
import { getPublicProject } from "@/server/public-project";
import { getSystemContext } from "@/server/system-context";

type Props = { searchParams: Promise<SearchParams> };

const loadParams = createLoader({ token: parseAsString, result: parseAsString });
const getResult = async ({ searchParams }: Props) =>
  readFormResult<PositionFormReply>(routes.position, (await loadParams(searchParams)).result);

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { title, success, errorTitle, description } = messages;
  const [result, project] = [await getResult(props), await getPublicProject()];
  return {
    ...formPageMetadata(result, { title, success, error: errorTitle, description, project: project?.name }),
    ...emailLinkMetadata,
  };
}

export default async function PositionPage(props: Props) {
  const [project, result, params] = [await getPublicProject(), await getResult(props), await loadParams(props.searchParams)];
  if (project === null) return <ServiceUnavailable />;
  if (result?.reply) return <PositionResult project={project} result={result.reply} />;
  const token = result?.values.token ?? params.token;
  const lead = token === null ? null : await getPositionPage(await getSystemContext(), token);
  if (token === null || lead === null) return <InvalidLink project={project} />;
  const referralLink = `${pageUrl(routes.join)}?${new URLSearchParams({ ref: lead.referralCode })}`;
  return (
    <>
      <PositionView project={project} token={token} lead={lead} referralLink={referralLink} error={result?.error} />
      <script type="module" src={pageScriptUrl("browser/position-page.ts")} data-page-script nonce={await getNonce()} />
    </>
  );
}
