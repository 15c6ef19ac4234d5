import { type Column, textColumn } from "@/components/list/columns";
import type { LeadRecord } from "@/contract/leads";
import { labels, leadSourceLabels } from "./labels";

/** The columns that say where a lead came from, for lists of leads. */
export const sourceColumns = <Item extends Pick<LeadRecord, "source" | "sourceTag">>(
  layout: Pick<Column<Item>, "width" | "minTableWidth">,
): Column<Item>[] => [
  textColumn(
    { id: "source", header: labels.columns.source, ...layout, className: "text-muted-foreground", fields: ["source", "sourceTag"] },
    ({ sourceTag }) => sourceTag ?? labels.none,
  ),
  {
    id: "channel",
    header: labels.columns.channel,
    width: "w-28",
    isOptional: true,
    className: "text-muted-foreground",
    cell: ({ source }) => leadSourceLabels[source],
  },
];
