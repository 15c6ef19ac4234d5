"use client";

import { BadgeCheck } from "lucide-react";
import { Button } from "@/components/ui/button";
import { labels } from "./labels";
import { useBulkUpdateLeads } from "./mutations";

const noop = () => {};

/** Approves a held sign-up. */
export function ApproveLeadButton({ email }: { email: string }) {
  const { mutate, isPending } = useBulkUpdateLeads(noop);
  return (
    <Button pending={isPending} onClick={() => mutate({ action: "approve", emails: [email] })}>
      <BadgeCheck aria-hidden="true" /> {labels.actions.approve}
    </Button>
  );
}
