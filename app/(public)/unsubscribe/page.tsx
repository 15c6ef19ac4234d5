import type { Metadata } from "next";
import { createLoader, parseAsBoolean, parseAsString, parseAsStringLiteral, type SearchParams } from "nuqs/server";
import { cache } from "react";
import { errorMessage } from "@/components/public/form-messages";
import { ServiceUnavailable } from "@/components/public/service-unavailable";
import { unsubscribeMessages as messages } from "@/components/public/unsubscribe-messages";
import { InvalidUnsubscribeLink, Unsubscribe } from "@/components/public/unsubscribe-view";
import { apiErrors, type ErrorName } from "@/contract/errors";
import { unsubscribeSubmitPath } from "@/lib/routes";
import { pageTitle } from "@/server/public-form";
import { getPublicProject } from "@/server/public-project";
import { getUnsubscribeStatus } from "@/server/unsubscribe";

type Props = { searchParams: Promise<SearchParams> };

const errorNames = Object.keys(apiErrors) as ErrorName[];
const loadParams = createLoader({
  token: parseAsString,
  resubscribed: parseAsBoolean.withDefault(false),
  error: parseAsStringLiteral(errorNames),
});
const getStatus = cache(getUnsubscribeStatus);

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const [project, { token, resubscribed, error }] = [await getPublicProject(), await loadParams(searchParams)];
  const robots = { index: false };
  if (project === null) return { title: messages.title, robots };
  const withTitle = (title: string): Metadata => ({ title: pageTitle(title, project.name), robots });
  const status = await getStatus(token);
  if (status === null) return withTitle(messages.invalidLinkTitle);
  if (error !== null) return withTitle(messages.errorTitle);
  if (status.reason !== null) return withTitle(messages.unsubscribed);
  return withTitle(resubscribed ? messages.resubscribed : messages.title);
}

export default async function UnsubscribePage({ searchParams }: Props) {
  const [project, { token, resubscribed, error }] = [await getPublicProject(), await loadParams(searchParams)];
  if (project === null) return <ServiceUnavailable />;
  const status = await getStatus(token);
  if (token === null || status === null) return <InvalidUnsubscribeLink project={project} />;
  return (
    <Unsubscribe
      project={project}
      {...status}
      isResubscribed={resubscribed}
      action={unsubscribeSubmitPath(token)}
      error={error === null ? undefined : errorMessage(messages.errors, error)}
    />
  );
}
