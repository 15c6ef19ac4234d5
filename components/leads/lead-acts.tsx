"use client";

import { ListMinus, ListPlus, Mail, MailPlus, MoreHorizontal, Trash2 } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { SendDialog } from "@/components/sends/send-dialog";
import { useMay } from "@/components/shell/use-may";
import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import type { LeadRecord } from "@/contract/leads";
import { DeleteLead } from "./delete-lead";
import { useEditLead } from "./mutations";

/** The address says which of them is asked about. */
const asked = parseAsStringLiteral(["send", "invite", "delete"] as const);

/** What can be done with a lead. */
export function LeadActs({ lead }: { lead: LeadRecord }) {
  const [act, setAct] = useQueryState("act", asked);
  const may = {
    send: useMay("POST /codes/send"),
    invite: useMay("POST /leads/invite"),
    change: useMay("POST /leads/change"),
    delete: useMay("POST /leads/delete"),
  };
  const close = () => void setAct(null);
  if (!Object.values(may).includes(true)) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {may.send && (
        <Button onClick={() => void setAct("send")}>
          <Mail aria-hidden="true" /> Send a code
        </Button>
      )}
      {may.invite && (
        <Button variant="outline" onClick={() => void setAct("invite")}>
          <MailPlus aria-hidden="true" /> Invite
        </Button>
      )}
      <Menu>
        <MenuTrigger
          render={
            <IconButton variant="outline" label={`More acts on ${lead.email}`}>
              <MoreHorizontal aria-hidden="true" />
            </IconButton>
          }
        />
        <MenuContent>
          {may.change && <WaitlistItem lead={lead} />}
          {may.delete && (
            <MenuItem onSelect={() => void setAct("delete")} destructive>
              <Trash2 aria-hidden="true" /> Delete
            </MenuItem>
          )}
        </MenuContent>
      </Menu>
      <SendDialog
        open={(act === "send" && may.send) || (act === "invite" && may.invite)}
        onClose={close}
        to={{ emails: [lead.email] }}
        begins={act === "invite" ? "personal" : "code"}
      />
      {may.delete && <DeleteLead email={lead.email} open={act === "delete"} onClose={close} />}
    </div>
  );
}

function WaitlistItem({ lead: { email, onWaitlist } }: { lead: LeadRecord }) {
  const { mutate } = useEditLead();
  const Icon = onWaitlist ? ListMinus : ListPlus;
  return (
    <MenuItem onSelect={() => mutate({ email, onWaitlist: !onWaitlist })}>
      <Icon aria-hidden="true" /> {onWaitlist ? "Take off the waitlist" : "Put on the waitlist"}
    </MenuItem>
  );
}
