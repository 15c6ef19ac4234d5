"use client";

import type { Call } from "@/contract/call";
import { describeRequiredRole } from "@/contract/roles";
import { useSession } from "./session";

/** Says which role an action needs and who can give it, where the action would be. Nothing for staff members who can do it. */
export function RoleNote({ call, action }: { call: Call; action: string }) {
  const required = useSession().forbiddenCalls[call];
  if (!required) return null;
  // A span, because it can be a part of a paragraph.
  return <span className="block max-w-md text-2sm text-muted-foreground">{describeRequiredRole(required, action)}</span>;
}
