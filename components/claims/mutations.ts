"use client";

import type { z } from "zod";
import { useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import { revokeClaim } from "@/contract/claims";

export const useRevokeClaim = () => useChange((body: z.input<typeof revokeClaim.body>) => call(revokeClaim, { body }));
