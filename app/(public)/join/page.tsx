import type { SearchParams } from "nuqs/server";
import { routes } from "@/lib/routes";
import { JoinPageContent, joinMetadata } from "./join-page";

type Props = { searchParams: Promise<SearchParams> };

export const generateMetadata = (props: Props) => joinMetadata({ page: routes.join, ...props });

export default function JoinPage({ searchParams }: Props) {
  return <JoinPageContent page={routes.join} searchParams={searchParams} />;
}
