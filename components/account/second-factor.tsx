"use client";

import { useState } from "react";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Status } from "@/components/ui/status";
import { AddSecondFactor } from "./add-second-factor";
import { RemoveSecondFactor } from "./remove-second-factor";
import { RegenerateRecoveryCodes } from "./regenerate-recovery-codes";

type DialogName = "add" | "renew" | "remove";

/** A second factor: whether there is one, and what can be done about it. */
export function SecondFactor() {
  const { secondFactor: isOn } = useSession().staff;
  const [act, setAct] = useState<DialogName | null>(null);
  const dialog = (which: DialogName) => ({ open: act === which, onClose: () => setAct(null) });
  return (
    <Card
      title="Second factor"
      description="Signing in takes your password and six digits of an authenticator app, so that a password alone opens nothing."
      action={<Status tone={isOn ? "positive" : "neutral"}>{isOn ? "On" : "Off"}</Status>}
    >
      <div className="flex flex-wrap gap-2">
        {isOn ? (
          <>
            <Button variant="outline" onClick={() => setAct("renew")}>
              Make new recovery codes
            </Button>
            <Button variant="outline" onClick={() => setAct("remove")}>
              Remove
            </Button>
          </>
        ) : (
          <Button variant="outline" onClick={() => setAct("add")}>
            Add a second factor
          </Button>
        )}
      </div>
      <AddSecondFactor {...dialog("add")} />
      <RegenerateRecoveryCodes {...dialog("renew")} />
      <RemoveSecondFactor {...dialog("remove")} />
    </Card>
  );
}
