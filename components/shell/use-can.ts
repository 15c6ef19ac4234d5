"use client";

import type { Call } from "@/contract/call";
import { useVisitor } from "./visitor";

/** Whether whoever is signed in may make a call; what they may not is not offered. */
export const useMay = (what: Call): boolean => useVisitor().may(what);
