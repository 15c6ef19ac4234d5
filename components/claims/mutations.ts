"use client";

import type { z } from "zod";
import { useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import type { revokeClaimEndpoint } from "@/contract/claims";

export const useRevokeClaim = () => useChange((body: z.input<typeof revokeClaimEndpoint.body>) => call("POST /claims/revoke", { body }));
