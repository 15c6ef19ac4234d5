import { readdir, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { listEmailChangeIds } from "@/core/leads/change-email";
import { findDeliveryIds } from "@/core/sends/deliveries";
import type { Database } from "@/db/client";

// Emails are saved in the data folder of the worker that handled them, so each worker cleans up its own folder.

/** How long emails are kept in files, in days. */
const maxAgeDays = 30;

/** How many files are looked up in one statement. */
const lookupSize = 1000;

/** Removes the saved emails of deliveries, if they are in `folder`. */
export async function removeSavedEmails(folder: string, deliveryIds: readonly string[]): Promise<void> {
  for (const id of deliveryIds) await remove(path.join(folder, `${path.basename(id)}.eml`));
}

/**
 * Removes what is older than 30 days from `folder`, and emails to leads who were deleted: another worker may have taken the job that removes
 * them, or they were saved while the lead was being deleted.
 */
export async function cleanUpOutbox(db: Database, folder: string): Promise<void> {
  const names = await readdir(folder).catch(ignoreMissing);
  const oldest = Date.now() - maxAgeDays * 24 * 3600 * 1000;
  const deliveryIds: string[] = [];
  const changeFiles: string[] = [];
  for (const name of names ?? []) {
    const file = path.join(folder, name);
    const info = await stat(file).catch(ignoreMissing);
    if (info?.isFile() && info.mtimeMs < oldest) await remove(file);
    else if (deliveryFile.test(name)) deliveryIds.push(path.parse(name).name);
    else if (emailChangeFile.test(name)) changeFiles.push(name);
  }
  await removeFilesOfChanges(db, folder, changeFiles);
  for (let start = 0; start < deliveryIds.length; start += lookupSize)
    await removeOrphans(db, folder, deliveryIds.slice(start, start + lookupSize));
}

const deliveryFile = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.eml$/;

/** Emails about changes of leads' emails, which are few. */
const emailChangeFile = /^email-changed?-(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml$/;

/** Removes emails about changes whose lead was deleted. */
async function removeFilesOfChanges(db: Database, folder: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const ids = await listEmailChangeIds(db);
  for (const name of names) if (!ids.has(emailChangeFile.exec(name)?.groups?.id ?? "")) await remove(path.join(folder, name));
}

async function removeOrphans(db: Database, folder: string, deliveryIds: readonly string[]): Promise<void> {
  const existingIds = await findDeliveryIds(db, deliveryIds);
  await removeSavedEmails(
    folder,
    deliveryIds.filter((id) => !existingIds.has(id)),
  );
}

const remove = (file: string): Promise<unknown> => unlink(file).catch(ignoreMissing);

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
