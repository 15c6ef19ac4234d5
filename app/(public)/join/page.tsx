import type { SearchParams } from "nuqs/server";
import { routes } from "@/lib/routes";
import { joinMetadata, ShownJoin } from "./shown";

type Props = { searchParams: Promise<SearchParams> };

export const generateMetadata = (props: Props) => joinMetadata({ page: routes.join, ...props });

export default function JoinPage({ searchParams }: Props) {
  return <ShownJoin page={routes.join} searchParams={searchParams} />;
}
