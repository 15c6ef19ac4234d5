import type { Context } from "../context";
import { listKeys } from "../keys/keys";
import type { TruthCheck } from "./answer";

const isActive = async (ctx: Context, id: string): Promise<boolean> => (await listKeys(ctx)).some((key) => key.id === id);

/** A created key: it works. */
export const isKeyCreated: TruthCheck<"POST /keys"> = async (ctx, { data }) => isActive(ctx, (await data()).id);

/** A rotated key: the new one works. */
export const isKeyRotated: TruthCheck<"POST /keys/:id/rotate"> = async (ctx, { data }) => isActive(ctx, (await data()).id);
