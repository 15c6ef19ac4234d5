"use client";

import { useState } from "react";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Status } from "@/components/ui/status";
import { AddSecondFactorDialog } from "./add-second-factor-dialog";
import { labels } from "./labels";
import { RegenerateRecoveryCodesDialog } from "./regenerate-recovery-codes-dialog";
import { RemoveSecondFactorDialog } from "./remove-second-factor-dialog";

type DialogName = "add" | "regenerate" | "remove";

export function SecondFactorCard() {
  const { secondFactor: isEnabled } = useSession().staff;
  const [openDialog, setOpenDialog] = useState<DialogName | null>(null);
  const dialogProps = (name: DialogName) => ({ open: openDialog === name, onClose: () => setOpenDialog(null) });
  const copy = labels.secondFactor;
  return (
    <Card
      title={copy.title}
      description={copy.description}
      action={<Status tone={isEnabled ? "positive" : "neutral"}>{isEnabled ? copy.on : copy.off}</Status>}
    >
      <div className="flex flex-wrap gap-2">
        {isEnabled ? (
          <>
            <Button variant="outline" onClick={() => setOpenDialog("regenerate")}>
              {copy.regenerate}
            </Button>
            <Button variant="outline" onClick={() => setOpenDialog("remove")}>
              {copy.remove}
            </Button>
          </>
        ) : (
          <Button variant="outline" onClick={() => setOpenDialog("add")}>
            {copy.setUp}
          </Button>
        )}
      </div>
      <AddSecondFactorDialog {...dialogProps("add")} />
      <RegenerateRecoveryCodesDialog {...dialogProps("regenerate")} />
      <RemoveSecondFactorDialog {...dialogProps("remove")} />
    </Card>
  );
}
