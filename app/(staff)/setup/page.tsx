import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { type SetupState, SetupView } from "@/components/entry/setup-view";
import { setupTokenWanted } from "@/core/staff/setup";
import { authSecret } from "@/lib/env";
import { hashOf } from "@/lib/ids";
import { shownProject } from "@/server/project";
import { services } from "@/server/services";

export const metadata = { title: "Set up" };

const query = createLoader({ token: parseAsString });

export default async function SetUpPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { token } = await query(searchParams);
  return <SetupView project={await shownProject()} state={await stateFor(token)} />;
}

async function stateFor(token: string | null): Promise<SetupState> {
  const wanted = await setupTokenWanted(services().connection.db, authSecret());
  if (wanted === null) return { kind: "set_up" };
  // Hashes, so that the time it takes tells nothing of the token.
  return token !== null && hashOf(token) === hashOf(wanted) ? { kind: "asks", token } : { kind: "no_link" };
}
