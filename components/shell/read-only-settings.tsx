"use client";

import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import type { Call } from "@/contract/call";
import { RoleNote } from "./role-note";

type ReadOnlySettingsProps = {
  title: string;
  description?: ReactNode;
  /** The call that changes the settings. */
  call: Call;
  /** What changing them is called, such as "Changing rate limits". */
  action: string;
  children: ReactNode;
};

/** A card of settings as text, for staff members who can't change them. It says which role can. */
export const ReadOnlySettings = ({ title, description, call, action, children }: ReadOnlySettingsProps) => (
  <Card title={title} description={description}>
    <div className="grid gap-5">
      {children}
      <RoleNote call={call} action={action} />
    </div>
  </Card>
);
