"use client";

import { BadgeCheck } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useBulkUpdateLeads } from "./mutations";

const nothing = () => {};

/** Accepts a sign-up that is held. */
export function ApproveLeadButton({ email }: { email: string }) {
  const { mutate, isPending } = useBulkUpdateLeads(nothing);
  return (
    <Button pending={isPending} onClick={() => mutate({ act: "accept", emails: [email] })}>
      <BadgeCheck aria-hidden="true" /> Accept
    </Button>
  );
}
