"use client";

import type { z } from "zod";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { updateProjectEndpoint } from "@/contract/project";

export const useUpdateProject = () =>
  useApiMutation((body: z.input<typeof updateProjectEndpoint.body>) => call("PATCH /project", { body }), { refreshPage: true });
