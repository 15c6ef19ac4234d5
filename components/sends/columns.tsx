import { Who } from "@/components/activity/who";
import { columnsOf } from "@/components/list/columns";
import { LongText } from "@/components/list/long-text";
import { Time } from "@/components/ui/time";
import type { SendRecord } from "@/contract/sends";
import { SendProgress } from "./send-progress";
import { sendKindLabels, sendTitle } from "./labels";

const { columns, display } = columnsOf<SendRecord>();

/** What stands of a send in the table. */
export const sendColumns = (zone: string) =>
  columns([
    display({
      id: "what",
      header: "Sent",
      meta: { className: "min-w-40" },
      cell: ({ row }) => <LongText text={sendTitle(row.original)} mono={row.original.code !== null} />,
    }),
    display({
      id: "kind",
      header: "Kind",
      meta: { width: "w-40", from: "lg", className: "text-muted-foreground" },
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
      meta: { width: "w-40", from: "lg" },
      cell: ({ row }) => row.original.actor && <Who actor={{ ...row.original.actor, id: null }} />,
    }),
    display({
      id: "created",
      header: "When",
      meta: { width: "w-36", from: "sm", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.createdAt} zone={zone} />,
    }),
  ]);
