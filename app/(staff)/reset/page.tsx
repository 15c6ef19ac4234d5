import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { ResetView } from "@/components/auth/reset-view";
import { shownProject } from "@/server/project";

export const metadata = { title: "Choose a new password" };

const query = createLoader({ token: parseAsString });

export default async function ResetPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { token } = await query(searchParams);
  return <ResetView project={await shownProject()} token={token} />;
}
