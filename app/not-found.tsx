import type { Metadata } from "next";
import { notFoundMessages } from "@/components/public/messages";
import { PageNotFound } from "@/components/public/page-links";
import { getProject } from "@/core/projects/record";
import { getSystemContext } from "@/server/context";

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await getProject(await getSystemContext());
  return { title: { absolute: `${notFoundMessages.title} · ${name}` } };
}

/** What customers see at an address that doesn't exist. */
export default async function NotFound() {
  return <PageNotFound project={await getProject(await getSystemContext())} />;
}
