"use client";

import { TableCard } from "@/components/ui/table-card";
import { CreateKeyDialog } from "./create-key-dialog";
import { KeysTable } from "./keys-table";
import { labels } from "./labels";
import { OriginsForm } from "./origins-form";

export function KeysView() {
  return (
    <>
      <TableCard title={labels.keys.title} description={labels.keys.description} action={<CreateKeyDialog />}>
        <KeysTable />
      </TableCard>
      <OriginsForm />
    </>
  );
}
