"use client";

import type { z } from "zod";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { revokeClaimEndpoint } from "@/contract/claims";

export const useRevokeClaim = () =>
  useApiMutation((body: z.input<typeof revokeClaimEndpoint.body>) => call("POST /claims/revoke", { body }));
