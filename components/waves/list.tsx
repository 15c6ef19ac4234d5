"use client";

import { ListOrdered, Waves } from "lucide-react";
import { PageHeader } from "@/components/layout/page";
import { type Column, countColumn, timeColumn } from "@/components/list/columns";
import { ListTable } from "@/components/list/table";
import { useList } from "@/components/list/use-list";
import { RoleNote } from "@/components/shell/role-note";
import { useCan } from "@/components/shell/session";
import { ButtonLink } from "@/components/ui/button";
import { Status } from "@/components/ui/status";
import { WrappedName } from "@/components/ui/text";
import type { WaveRecord } from "@/contract/waves";
import { formatTotal } from "@/lib/plural";
import { routes, wavePath } from "@/lib/routes";
import { wavesList } from "./definition";
import { InviteButton } from "./invite-button";
import { describeWaveStatus, labels, waveStopReasonLabels } from "./labels";

const { columns: headers } = labels;

const waveKey = ({ id }: WaveRecord) => id;
const waveName = ({ name }: WaveRecord) => name;
const rowLink = { href: ({ id }: WaveRecord) => wavePath(id) };

const waveColumns: readonly Column<WaveRecord>[] = [
  { id: "name", header: headers.name, cell: ({ name }) => <WrappedName text={name} /> },
  {
    id: "status",
    header: headers.status,
    width: "w-40 lg:w-72",
    cell: (wave) => <WaveStatus wave={wave} />,
  },
  countColumn({ id: "invited", header: headers.invited, width: "w-24", minTableWidth: "sm" }, ({ invited }) => invited),
  countColumn({ id: "claimed", header: headers.claimed, width: "w-24", minTableWidth: "sm" }, ({ claimed }) => claimed),
  timeColumn({ id: "created", header: headers.created, width: "w-36", minTableWidth: "md" }, ({ createdAt }) => createdAt),
];

function WaveStatus({ wave }: { wave: WaveRecord }) {
  const { label, tone } = describeWaveStatus(wave);
  return (
    <span className="whitespace-normal">
      <Status tone={tone}>{wave.stopReason === null ? label : `${label}: ${waveStopReasonLabels[wave.stopReason]}`}</Status>
    </span>
  );
}

/** The page that lists all waves. */
export function WavesView() {
  const list = useList(wavesList);
  const canInvite = useCan("POST /waves");
  return (
    <>
      <PageHeader
        title={labels.title}
        count={list.total && formatTotal(list.total)}
        action={
          <div className="flex flex-wrap gap-2">
            <ButtonLink href={routes.waitlist} variant="outline">
              <ListOrdered aria-hidden="true" /> {labels.waitlist}
            </ButtonLink>
            {canInvite && <InviteButton />}
            <RoleNote call="POST /waves" action={labels.restricted} />
          </div>
        }
      />
      <ListTable
        list={list}
        label={labels.title}
        columns={waveColumns}
        getRowId={waveKey}
        getRowName={waveName}
        rowOpening={rowLink}
        emptyState={{ icon: Waves, ...labels.emptyList }}
      />
    </>
  );
}
