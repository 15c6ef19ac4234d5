"use client";

import type { Call } from "@/contract/call";
import { useSession } from "./session";

/** Whether whoever is signed in may make a call; what they may not is not offered. */
export const useCan = (endpoint: Call): boolean => useSession().may(endpoint);
