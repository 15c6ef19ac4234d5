"use client";

import { type Endpoint, leastRole } from "@/contract/endpoint";
import { mayAs } from "@/contract/roles";
import { useVisitor } from "./visitor";

/** Whether whoever is signed in may call an endpoint; what they may not is not offered. */
export function useMay(endpoint: Pick<Endpoint, "access">): boolean {
  const least = leastRole(endpoint);
  return mayAs(useVisitor().staff.role, least ?? "owner");
}
