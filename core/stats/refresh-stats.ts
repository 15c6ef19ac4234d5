import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { rows } from "@/db/rows";
import { log } from "@/lib/log";
import type { Context } from "../context";
import { codeCounts } from "./codes";
import { batchClaims, claimCount, leadCounts } from "./counts";
import { claimDays, leadDays } from "./days";
import type { Figure } from "./kept";
import { renew } from "./renew";

const figures: readonly Figure[] = [codeCounts, leadCounts, claimCount, leadDays, claimDays, batchClaims];

type ContextOf = (projectId: number) => Context;
type Due = { project_id: number; name: string; subject: string; counted_at: string | null };

async function renewEach(contextOf: ContextOf, due: readonly Due[], stopping?: AbortSignal): Promise<void> {
  for (const { project_id: projectId, name, subject, counted_at: seen } of due) {
    const figure = figures.find((each) => each.name === name);
    if (figure === undefined || stopping?.aborted) continue;
    await renew(contextOf(projectId), figure, subject, seen).catch((err: unknown) => {
      if (!stopping?.aborted) log.error({ err, figure: name }, "a figure could not be counted again");
    });
  }
}

/** Counts again what somebody asked for within a day and nobody has counted for some minutes, so that whoever comes back finds nothing old; forgets what nobody asks for. */
export async function keepFresh(db: Database, contextOf: ContextOf, stopping?: AbortSignal): Promise<void> {
  await renewEach(
    contextOf,
    await rows(
      db,
      sql`select project_id, name, subject, counted_at::text from figures where asked_at > now() - interval '1 day'
        and counted_at < now() - make_interval(secs => least(greatest(120, took_ms * 0.05), 600)) order by counted_at`,
    ),
    stopping,
  );
  await db.execute(sql`delete from figures where asked_at < now() - interval '7 days'`);
}

/** Counts what the overview of each project shows and is not kept: after a crash nothing is, and the first who asks would wait for it. */
export async function countFirst(db: Database, contextOf: ContextOf, stopping?: AbortSignal): Promise<void> {
  const ofOverview = [codeCounts, leadCounts, claimCount].map(({ name }) => sql`(${name}, '')`);
  const ofDays = [leadDays, claimDays].map(({ name }) => sql`(${name}, p.time_zone)`);
  await renewEach(
    contextOf,
    await rows(
      db,
      sql`select p.id as project_id, shown.name, shown.subject, null as counted_at
        from projects p, lateral (values ${sql.join([...ofOverview, ...ofDays], sql`, `)}) as shown (name, subject)
        where not exists (select from figures f where f.project_id = p.id and f.name = shown.name and f.subject = shown.subject)`,
    ),
    stopping,
  );
}
