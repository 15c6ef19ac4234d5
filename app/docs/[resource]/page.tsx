import { cookies, headers } from "next/headers";
import { notFound } from "next/navigation";
import { Neighbors, referenceContents } from "@/components/reference/contents";
import { DocsPage } from "@/components/reference/docs-page";
import { languageCookie, languageParameter, readLanguage } from "@/components/reference/languages";
import { Operation } from "@/components/reference/operation";
import { getReference, resourceEndpoints } from "@/components/reference/reference";
import styles from "@/components/reference/reference.module.css";
import { Setup } from "@/components/reference/sample";
import { sample, sampleSetup } from "@/components/reference/samples";
import { TextWithCode } from "@/components/ui/text";
import { resources } from "@/contract/guide";
import { env } from "@/lib/env";
import { requestOrigin } from "@/lib/request-origin";
import { routes } from "@/lib/routes";

type Props = { params: Promise<{ resource: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> };

async function readResource({ params }: Pick<Props, "params">) {
  const { resource: id } = await params;
  return resources.find((resource) => resource.id === id) ?? notFound();
}

export async function generateMetadata(props: Props) {
  return { title: `${(await readResource(props)).title} · API reference` };
}

/** The calls of one resource. The samples are in one language: all of them would make the page five times as large. */
export default async function ResourcePage(props: Props) {
  const resource = await readResource(props);
  const origin = requestOrigin(await headers(), env().APP_URL);
  const languageInUrl = readLanguage((await props.searchParams)[languageParameter]);
  const language = languageInUrl ?? readLanguage((await cookies()).get(languageCookie)?.value) ?? "curl";
  const { operations } = getReference();
  const endpoints = resourceEndpoints(resource);
  const setup = sampleSetup(
    endpoints.map(([, endpoint]) => endpoint),
    origin,
  );
  return (
    <DocsPage contents={referenceContents(routes.docsResource(resource.id), languageInUrl)}>
      <div className={styles.guide}>
        <h1>{resource.title}</h1>
        <p>
          <TextWithCode text={resource.description} />
        </p>
        {setup && <Setup text={setup} origin={origin} />}
      </div>
      {endpoints.map(([name, endpoint]) => {
        const docs = operations.get(name);
        return (
          docs && <Operation key={name} docs={docs} sample={sample(language, name, endpoint, origin)} language={language} origin={origin} />
        );
      })}
      <Neighbors id={resource.id} language={languageInUrl} />
    </DocsPage>
  );
}
