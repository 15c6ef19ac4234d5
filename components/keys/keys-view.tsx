"use client";

import { TableCard } from "@/components/ui/table-card";
import { CreateKeyDialog } from "./create-key-dialog";
import { KeysTable } from "./keys-table";
import { OriginsForm } from "./origins-form";

/** What programs speak to the API with. */
export function KeysView() {
  return (
    <>
      <TableCard title="Keys" description="Programs speak to the API with them." action={<CreateKeyDialog />}>
        <KeysTable />
      </TableCard>
      <OriginsForm />
    </>
  );
}
