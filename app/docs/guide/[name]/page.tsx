import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { guideSection } from "@/components/reference/contents";
import { DocsPage } from "@/components/reference/docs-page";
import styles from "@/components/reference/reference.module.css";
import { guides } from "@/contract/guide";
import { env } from "@/lib/env";
import { requestOrigin } from "@/lib/request-origin";
import { routes } from "@/lib/routes";
import { isGuide, renderGuide } from "@/server/guides";

type Props = { params: Promise<{ name: string }> };

export async function generateMetadata({ params }: Props) {
  const { name } = await params;
  if (!isGuide(name)) notFound();
  return { title: guides[name] };
}

export default async function GuidePage({ params }: Props) {
  const { name } = await params;
  if (!isGuide(name)) notFound();
  const { html, sections } = await renderGuide(name, requestOrigin(await headers(), env().APP_URL));
  const contents = [
    {
      title: guides[name],
      entries: [...sections.map(({ id, title }) => ({ href: `#${id}`, title })), { href: routes.guideFile(name), title: "Markdown" }],
    },
    guideSection,
    { title: "Reference", entries: [{ href: routes.docs, title: "API reference" }] },
  ];
  return (
    <DocsPage contents={contents} className={styles.article}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the guides are files of this repository */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </DocsPage>
  );
}
