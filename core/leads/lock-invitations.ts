import type { Context } from "../context";
import { allowLongWaits, lock } from "../locks";

/**
 * Lets transactions that invite leads take turns, so that no one is invited by two of them at once. Called before codes and leads are locked.
 */
export async function lockInvitations({ db, projectId }: Context): Promise<void> {
  await allowLongWaits(db);
  await lock(db, "invitations", projectId);
}
