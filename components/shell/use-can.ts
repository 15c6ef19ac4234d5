"use client";

import type { Call } from "@/contract/call";
import { useSession } from "./session";

/** Whether the signed-in staff member is allowed to call an endpoint. */
export const useCan = (endpoint: Call): boolean => useSession().canCall(endpoint);
