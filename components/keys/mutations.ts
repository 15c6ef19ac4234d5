"use client";

import type { z } from "zod";
import { useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import type { allowOriginsEndpoint, createKeyEndpoint, rotateKeyEndpoint } from "@/contract/keys";

type One = { id: string };

export const useCreateKey = () => useChange((body: z.input<typeof createKeyEndpoint.body>) => call("POST /keys", { body }));

export const useRotateKey = () =>
  useChange(({ id, ...body }: One & z.input<typeof rotateKeyEndpoint.body>) => call("POST /keys/:id/rotate", { params: { id }, body }));

export const useRevokeKey = () => useChange(({ id }: One) => call("DELETE /keys/:id", { params: { id } }));

export const useAllowOrigins = () =>
  useChange((body: z.input<typeof allowOriginsEndpoint.body>) => call("PUT /keys/origins", { body }), { shell: true });
