"use client";

import { ListMinus, ListPlus, Mail, MailPlus, Trash2 } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { SendDialog } from "@/components/sends/send-dialog";
import { useCan } from "@/components/shell/use-can";
import { Button } from "@/components/ui/button";
import { MoreMenu } from "@/components/ui/more-menu";
import type { LeadRecord } from "@/contract/leads";
import { ApproveLeadButton } from "./approve-lead-button";
import { DeleteLead } from "./delete-lead";
import { useEditLead } from "./mutations";

/** The address says which of them is asked about. */
const actionParser = parseAsStringLiteral(["send", "invite", "delete"] as const);

/** What can be done with a lead. */
export function LeadActions({ lead }: { lead: LeadRecord }) {
  const [act, setAct] = useQueryState("act", actionParser);
  const may = {
    send: useCan("POST /codes/send"),
    invite: useCan("POST /leads/invite"),
    change: useCan("POST /leads/change"),
    act: useCan("POST /leads/act"),
    delete: useCan("POST /leads/delete"),
  };
  const { mutate } = useEditLead();
  const close = () => void setAct(null);
  if (!Object.values(may).includes(true)) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {lead.status === "held" && may.act && <ApproveLeadButton email={lead.email} />}
      {may.send && (
        <Button variant={lead.status === "held" ? "outline" : "default"} onClick={() => void setAct("send")}>
          <Mail aria-hidden="true" /> Send a code
        </Button>
      )}
      {may.invite && (
        <Button variant="outline" onClick={() => void setAct("invite")}>
          <MailPlus aria-hidden="true" /> Invite
        </Button>
      )}
      <MoreMenu variant="outline" label={`More acts on ${lead.email}`}>
        {({ MenuItem }) => (
          <>
            {may.change && (
              <MenuItem onSelect={() => mutate({ email: lead.email, onWaitlist: !lead.onWaitlist })}>
                {lead.onWaitlist ? <ListMinus aria-hidden="true" /> : <ListPlus aria-hidden="true" />}{" "}
                {lead.onWaitlist ? "Take off the waitlist" : "Put on the waitlist"}
              </MenuItem>
            )}
            {may.delete && (
              <MenuItem onSelect={() => void setAct("delete")} destructive>
                <Trash2 aria-hidden="true" /> Delete
              </MenuItem>
            )}
          </>
        )}
      </MoreMenu>
      <SendDialog
        open={(act === "send" && may.send) || (act === "invite" && may.invite)}
        onClose={close}
        recipients={{ emails: [lead.email] }}
        initialContent={act === "invite" ? "personal" : "code"}
      />
      {may.delete && <DeleteLead email={lead.email} open={act === "delete"} onClose={close} />}
    </div>
  );
}
