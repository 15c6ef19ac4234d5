import type { Metadata } from "next";
import { createLoader, parseAsBoolean, parseAsString, parseAsStringLiteral, type SearchParams } from "nuqs/server";
import { cache } from "react";
import { sentenceOf } from "@/components/public/form-messages";
import { Unreachable } from "@/components/public/unreachable";
import { unsubscribeMessages as say } from "@/components/public/unsubscribe-messages";
import { BrokenLink, Unsubscribe } from "@/components/public/unsubscribe-view";
import { apiErrors, type ErrorName } from "@/contract/errors";
import { unsubscribeNow } from "@/lib/routes";
import { publicPages } from "@/server/project";
import { standingOf } from "@/server/unsubscribe";

type Props = { searchParams: Promise<SearchParams> };

const names = Object.keys(apiErrors) as ErrorName[];
const query = createLoader({ t: parseAsString, again: parseAsBoolean.withDefault(false), problem: parseAsStringLiteral(names) });
const standing = cache(standingOf);

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const [project, { t, again, problem }] = [await publicPages(), await query(searchParams)];
  // Its address is a mail's own, which no search engine has anything to do with.
  const robots = { index: false };
  if (project === null) return { title: say.title, robots };
  const found = await standing(t);
  if (found === null) return { title: say.broken, robots };
  if (problem !== null) return { title: say.notDone, robots };
  if (found.reason !== null) return { title: say.stopped(project.name), robots };
  return { title: again ? say.again(project.name) : say.title, robots };
}

export default async function UnsubscribePage({ searchParams }: Props) {
  const [project, { t, again, problem }] = [await publicPages(), await query(searchParams)];
  if (project === null) return <Unreachable />;
  const found = await standing(t);
  if (t === null || found === null) return <BrokenLink project={project} />;
  const why = problem === null ? undefined : sentenceOf(say.refused, problem);
  return <Unsubscribe project={project} {...found} again={again} action={unsubscribeNow(t)} problem={why} />;
}
