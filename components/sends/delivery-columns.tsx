import { createColumns } from "@/components/list/columns";
import { TruncatedText } from "@/components/list/truncated-text";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { DeliveryRecord } from "@/contract/deliveries";
import type { SendRecord } from "@/contract/sends";
import { codePath, leadPath } from "@/lib/routes";
import { DeliveryStatus } from "./delivery-status";
import { labels } from "./labels";

const { columns: headers } = labels.deliveries;

const { columns, display } = createColumns<DeliveryRecord>();

const quietLink = "text-foreground no-underline hover:underline decoration-muted-foreground font-normal block truncate -outline-offset-1";

const emailColumn = display({
  id: "email",
  header: headers.email,
  meta: { isMain: true },
  cell: ({ row }) => (
    <TextLink href={leadPath(row.original.email)} prefetch={false} className={quietLink}>
      <TruncatedText text={row.original.email} mono />
    </TextLink>
  ),
});

const codeColumn = display({
  id: "code",
  header: headers.code,
  meta: { width: "w-48", minTableWidth: "md" },
  cell: ({ row }) => (
    <TextLink href={codePath(row.original.code)} prefetch={false} className={quietLink}>
      <TruncatedText text={row.original.code} mono />
    </TextLink>
  ),
});

/** The columns of a send's emails. Personal codes have a column of their own. */
export const deliveryColumns = (kind: SendRecord["kind"], zone: string) =>
  columns([
    emailColumn,
    ...(kind === "invitation" ? [codeColumn] : []),
    display({
      id: "status",
      header: headers.status,
      meta: { width: "w-36 sm:w-52" },
      cell: ({ row }) => <DeliveryStatus delivery={row.original} zone={zone} />,
    }),
    display({
      id: "error",
      header: headers.error,
      meta: { width: "w-72", minTableWidth: "wide", className: "text-muted-foreground" },
      cell: ({ row }) => row.original.error !== null && <TruncatedText text={row.original.error} />,
    }),
    display({
      id: "updated",
      header: headers.updated,
      meta: { width: "w-36", minTableWidth: "lg", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.updatedAt} zone={zone} />,
    }),
  ]);
