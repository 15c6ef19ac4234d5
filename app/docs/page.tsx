import { headers } from "next/headers";
import { referenceContents } from "@/components/reference/contents";
import { DocsPage } from "@/components/reference/docs-page";
import { languageParameter, readLanguage } from "@/components/reference/languages";
import { Changelog, Errors, Guide, Resources } from "@/components/reference/sections";
import { apiVersion } from "@/contract/changelog";
import { env } from "@/lib/env";
import { requestOrigin } from "@/lib/request-origin";
import { routes } from "@/lib/routes";

export const metadata = { title: "API reference" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Docs({ searchParams }: Props) {
  const origin = requestOrigin(await headers(), env().APP_URL);
  const language = readLanguage((await searchParams)[languageParameter]);
  return (
    <DocsPage contents={referenceContents(routes.docs, language)}>
      <Guide version={apiVersion} origin={origin} />
      <Resources language={language} />
      <Errors />
      <Changelog />
    </DocsPage>
  );
}
