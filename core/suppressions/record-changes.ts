import type { Context } from "../context";
import { type EventInput, recordEvents } from "../events/record-event";
import { markLeadsChanged } from "../leads/record";

/** Records changes of suppressions, which are part of the records of their leads, in the transaction of the change. */
export async function recordSuppressionChanges(ctx: Context, changes: readonly EventInput[]): Promise<void> {
  await recordEvents(ctx, changes);
  await markLeadsChanged(
    ctx,
    changes.flatMap(({ email }) => email ?? []),
  );
}
