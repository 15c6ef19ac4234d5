"use client";

import type { z } from "zod";
import { useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import type { revokeClaim } from "@/contract/claims";

export const useRevokeClaim = () => useChange((body: z.input<typeof revokeClaim.body>) => call("POST /claims/revoke", { body }));
