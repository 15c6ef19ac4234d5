"use client";

import type { z } from "zod";
import { useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import type { changeProjectEndpoint } from "@/contract/project";

export const useChangeProject = () =>
  useChange((body: z.input<typeof changeProjectEndpoint.body>) => call("PATCH /project", { body }), { shell: true });
