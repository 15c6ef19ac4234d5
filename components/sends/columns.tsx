import { Actor } from "@/components/activity/actor";
import { createColumns } from "@/components/list/columns";
import { TruncatedText } from "@/components/list/truncated-text";
import { Time } from "@/components/ui/time";
import type { SendRecord } from "@/contract/sends";
import { labels, sendKindLabels, sendTitle } from "./labels";
import { SendProgress } from "./send-progress";

const { columns: headers } = labels;

const { columns, display } = createColumns<SendRecord>();

/** The columns of the sends table. */
export const sendColumns = (zone: string) =>
  columns([
    display({
      id: "sent",
      header: headers.sent,
      meta: { className: "min-w-40" },
      cell: ({ row }) => <TruncatedText text={sendTitle(row.original)} mono={row.original.code !== null} />,
    }),
    display({
      id: "kind",
      header: headers.kind,
      meta: { width: "w-40", minTableWidth: "lg", className: "text-muted-foreground" },
      cell: ({ row }) => sendKindLabels[row.original.kind],
    }),
    display({
      id: "progress",
      header: headers.progress,
      meta: { width: "w-44 sm:w-72" },
      cell: ({ row }) => <SendProgress send={row.original} />,
    }),
    display({
      id: "sentBy",
      header: headers.sentBy,
      meta: { width: "w-40", minTableWidth: "lg" },
      cell: ({ row }) => row.original.actor && <Actor actor={{ ...row.original.actor, id: null }} />,
    }),
    display({
      id: "created",
      header: headers.created,
      meta: { width: "w-36", minTableWidth: "sm", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.createdAt} zone={zone} />,
    }),
  ]);
