import type { Metadata } from "next";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { confirmMessages as messages } from "@/components/public/confirm-messages";
import { ConfirmForm, ConfirmSuccess } from "@/components/public/confirm-view";
import { InvalidLink } from "@/components/public/invalid-link";
import { ServiceUnavailable } from "@/components/public/service-unavailable";
import { getConfirmation } from "@/core/leads/self-service";
import { routes } from "@/lib/routes";
import { emailLinkMetadata, formPageMetadata, readFormResult } from "@/server/public-form";
import { getPublicProject } from "@/server/public-project";
import { getSystemContext } from "@/server/system-context";

type Props = { searchParams: Promise<SearchParams> };

const loadParams = createLoader({ token: parseAsString, result: parseAsString });
const getResult = async ({ searchParams }: Props) =>
  readFormResult<{ email: string }>(routes.confirm, (await loadParams(searchParams)).result);

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { title, confirmed, errorTitle, description } = messages;
  const [result, project] = [await getResult(props), await getPublicProject()];
  const copy = { title, success: confirmed, error: errorTitle, description, project: project?.name };
  return { ...formPageMetadata(result, copy), ...emailLinkMetadata };
}

export default async function ConfirmPage(props: Props) {
  const [project, result, params] = [await getPublicProject(), await getResult(props), await loadParams(props.searchParams)];
  if (project === null) return <ServiceUnavailable />;
  if (result?.reply) return <ConfirmSuccess project={project} email={result.reply.email} />;
  const token = result?.values.token ?? params.token;
  const confirmation = token === null ? null : await getConfirmation(await getSystemContext(), token);
  if (token === null || confirmation === null) return <InvalidLink project={project} />;
  if (confirmation.isConfirmed) return <ConfirmSuccess project={project} email={confirmation.email} />;
  return <ConfirmForm project={project} token={token} email={confirmation.email} error={result?.error} />;
}
