import { Actor } from "@/components/activity/actor";
import { createColumns } from "@/components/list/columns";
import { TruncatedText } from "@/components/list/truncated-text";
import { Time } from "@/components/ui/time";
import type { SendRecord } from "@/contract/sends";
import { SendProgress } from "./send-progress";
import { sendKindLabels, sendTitle } from "./labels";

const { columns, display } = createColumns<SendRecord>();

/** What stands of a send in the table. */
export const sendColumns = (zone: string) =>
  columns([
    display({
      id: "what",
      header: "Sent",
      meta: { className: "min-w-40" },
      cell: ({ row }) => <TruncatedText text={sendTitle(row.original)} mono={row.original.code !== null} />,
    }),
    display({
      id: "kind",
      header: "Kind",
      meta: { width: "w-40", minTableWidth: "lg", className: "text-muted-foreground" },
      cell: ({ row }) => sendKindLabels[row.original.kind],
    }),
    display({
      id: "progress",
      header: "Progress",
      meta: { width: "w-44 sm:w-72" },
      cell: ({ row }) => <SendProgress send={row.original} />,
    }),
    display({
      id: "who",
      header: "By",
      meta: { width: "w-40", minTableWidth: "lg" },
      cell: ({ row }) => row.original.actor && <Actor actor={{ ...row.original.actor, id: null }} />,
    }),
    display({
      id: "created",
      header: "When",
      meta: { width: "w-36", minTableWidth: "sm", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.createdAt} zone={zone} />,
    }),
  ]);
