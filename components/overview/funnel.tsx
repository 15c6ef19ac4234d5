"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { apiQuery } from "@/components/api-query";
import { leadSourceLabels } from "@/components/leads";
import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { PeriodSwitch } from "@/components/ui/chart-card";
import { Skeleton } from "@/components/ui/loading";
import { QueryState } from "@/components/ui/query-state";
import type { WaitlistFunnel } from "@/contract/waitlist";
import { cn } from "@/lib/cn";
import { formatDate } from "@/lib/dates";
import { formatShare } from "@/lib/plural";
import { overviewLabels } from "./labels";
import { getRefreshInterval } from "./refresh-interval";
import { funnelGroupParser, funnelGroups } from "./url";

const { funnel: labels } = overviewLabels;

const groupOptions = funnelGroups.map((value) => ({ value, label: labels.groups[value].button }));

const allStages = ["joined", "confirmed", "invited", "claimed"] as const;
type Stage = (typeof allStages)[number];
type Counts = WaitlistFunnel["total"];

/** How many people joined, confirmed, were invited or claimed, and claimed, in total and by source or week. The URL owns the grouping. */
export function FunnelCard() {
  const [group, setGroup] = useQueryState("funnel", funnelGroupParser);
  const query = useQuery({ ...apiQuery("GET /waitlist/funnel"), refetchInterval: getRefreshInterval });
  const { doubleOptIn } = useSession().project;
  // Those who join without having to confirm their email say nothing about how many would.
  const stages = doubleOptIn ? allStages : allStages.filter((stage) => stage !== "confirmed");
  return (
    <Card
      title={labels.title}
      description={labels.description}
      action={<PeriodSwitch label={labels.group} value={group} options={groupOptions} onChange={(next) => void setGroup(next)} />}
    >
      <QueryState query={query} loading={<Skeleton className="h-96 rounded-lg" />} errorClass="h-96">
        {(funnel) =>
          funnel.total.joined === 0 ? (
            <p className="py-8 text-center text-muted-foreground">{labels.empty}</p>
          ) : (
            <>
              <StageList stages={stages} counts={funnel.total} />
              <GroupTable
                label={labels.groups[group].table}
                header={labels.groups[group].header}
                stages={stages}
                rows={listRows(funnel, group)}
              />
            </>
          )
        }
      </QueryState>
    </Card>
  );
}

/** The stage that each is a share of. People can be invited without having confirmed their email. */
const baseStages: Readonly<Record<Stage, Stage | null>> = { joined: null, confirmed: "joined", invited: "joined", claimed: "invited" };

/** The stages with the share of those who reached the one before. */
const StageList = ({ stages, counts }: { stages: readonly Stage[]; counts: Counts }) => (
  <ol
    aria-label={labels.title}
    className={cn("grid grid-cols-2 gap-x-6 gap-y-5", stages.length === 3 ? "sm:grid-cols-3" : "lg:grid-cols-4")}
  >
    {stages.map((stage) => (
      <li key={stage} className="min-w-0">
        <span className="text-2sm text-muted-foreground">{labels.stages[stage]}</span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold text-2xl tabular-nums leading-9 tracking-tight">{counts[stage].toLocaleString("en")}</span>{" "}
          <span className="text-2sm text-muted-foreground">{describeShare(counts, stage, labels.of[baseStages[stage] ?? "joined"])}</span>
        </span>
        <span aria-hidden="true" className="mt-1 block h-1.5 overflow-hidden rounded-full bg-muted">
          <span
            className={cn("block h-full rounded-full bg-link", counts[stage] > 0 && "min-w-1")}
            style={{ width: `${(counts[stage] / counts.joined) * 100}%` }}
          />
        </span>
      </li>
    ))}
  </ol>
);

/** The share of those in the stage that it is based on, such as "25%" or "25% of joined". Empty for the first stage, and if no one reached that one. */
function describeShare(counts: Counts, stage: Stage, ofBase = ""): string {
  const base = baseStages[stage];
  const share = base === null ? null : formatShare(counts[stage], counts[base]);
  return share === null ? "" : share + ofBase;
}

type Row = { id: string; name: string; counts: Counts };

function listRows({ channels, sources, otherSources, weeks }: WaitlistFunnel, group: (typeof funnelGroups)[number]): Row[] {
  if (group === "channel") return channels.map(({ source, ...counts }) => ({ id: source, name: leadSourceLabels[source], counts }));
  if (group === "week") return weeks.map((counts) => ({ id: counts.week, name: formatDate(counts.week), counts }));
  const rows = sources.map(({ sourceTag, ...counts }) => ({ id: `tag ${sourceTag}`, name: sourceTag ?? labels.noSource, counts }));
  return otherSources === null ? rows : [...rows, { id: "other", name: labels.otherSources, counts: otherSources }];
}

type GroupTableProps = { label: string; header: string; stages: readonly Stage[]; rows: readonly Row[] };

const GroupTable = ({ label, header, stages, rows }: GroupTableProps) => (
  <table aria-label={label} className="mt-6 w-full border-separate border-spacing-0 text-left">
    <thead>
      <tr>
        <HeaderCell>{header}</HeaderCell>
        {stages.map((stage) => (
          <HeaderCell key={stage} numeric>
            {labels.stages[stage]}
          </HeaderCell>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, name, counts }) => (
        <tr key={id}>
          <th scope="row" className="wrap-anywhere h-10 border-b pr-3 font-normal">
            {name}
          </th>
          {stages.map((stage) => (
            <td key={stage} className="h-10 border-b pl-2 text-right tabular-nums sm:pl-3">
              {counts[stage].toLocaleString("en")}
              <span className="text-2sm text-muted-foreground max-sm:block sm:ml-2 sm:inline-block sm:w-12">
                {describeShare(counts, stage)}
              </span>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

const HeaderCell = ({ numeric = false, children }: { numeric?: boolean; children: string }) => (
  <th
    scope="col"
    className={cn("h-9 border-b font-medium text-2sm text-muted-foreground", numeric ? "pl-2 text-right sm:pr-14 sm:pl-3" : "pr-3")}
  >
    {children}
  </th>
);
