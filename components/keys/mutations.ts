"use client";

import type { z } from "zod";
import { useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import { allowOrigins, createKey, revokeKey, rotateKey } from "@/contract/keys";

type One = { id: string };

export const useCreateKey = () => useChange((body: z.input<typeof createKey.body>) => call(createKey, { body }));

export const useRotateKey = () =>
  useChange(({ id, ...body }: One & z.input<typeof rotateKey.body>) => call(rotateKey, { params: { id }, body }));

export const useRevokeKey = () => useChange(({ id }: One) => call(revokeKey, { params: { id } }));

export const useAllowOrigins = () => useChange((body: z.input<typeof allowOrigins.body>) => call(allowOrigins, { body }), { shell: true });
