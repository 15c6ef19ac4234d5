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
import { labels } from "./labels";
import { useEditLead } from "./mutations";

const { actions } = labels;

/** The dialog that is open, kept in the URL. */
const dialogParser = parseAsStringLiteral(["send", "invite", "delete"] as const);

/** The buttons and menu of a lead's page. */
export function LeadActions({ lead }: { lead: LeadRecord }) {
  const [openDialog, setOpenDialog] = useQueryState("action", dialogParser);
  const can = {
    send: useCan("POST /codes/send"),
    invite: useCan("POST /leads/invite"),
    update: useCan("PATCH /leads/email/:email"),
    approve: useCan("POST /leads/bulk"),
    delete: useCan("POST /leads/delete"),
  };
  const { mutate } = useEditLead();
  const close = () => void setOpenDialog(null);
  if (!Object.values(can).includes(true)) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {lead.status === "held" && can.approve && <ApproveLeadButton email={lead.email} />}
      {can.send && (
        <Button variant={lead.status === "held" ? "outline" : "default"} onClick={() => void setOpenDialog("send")}>
          <Mail aria-hidden="true" /> {actions.send}
        </Button>
      )}
      {can.invite && (
        <Button variant="outline" onClick={() => void setOpenDialog("invite")}>
          <MailPlus aria-hidden="true" /> {actions.invite}
        </Button>
      )}
      <MoreMenu variant="outline" label={actions.more(lead.email)}>
        {({ MenuItem }) => (
          <>
            {can.update && (
              <MenuItem onSelect={() => mutate({ email: lead.email, onWaitlist: !lead.onWaitlist })}>
                {lead.onWaitlist ? <ListMinus aria-hidden="true" /> : <ListPlus aria-hidden="true" />}{" "}
                {lead.onWaitlist ? actions.leaveWaitlist : actions.joinWaitlist}
              </MenuItem>
            )}
            {can.delete && (
              <MenuItem onSelect={() => void setOpenDialog("delete")} destructive>
                <Trash2 aria-hidden="true" /> {actions.delete}
              </MenuItem>
            )}
          </>
        )}
      </MoreMenu>
      <SendDialog
        open={(openDialog === "send" && can.send) || (openDialog === "invite" && can.invite)}
        onClose={close}
        recipients={{ emails: [lead.email] }}
        initialContent={openDialog === "invite" ? "personal" : "code"}
      />
      {can.delete && <DeleteLead email={lead.email} open={openDialog === "delete"} onClose={close} />}
    </div>
  );
}
