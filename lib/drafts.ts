/** A text that was typed and not saved, and when, as an ISO 8601 time. */
export type Draft = { at: string; value: unknown };

/** Drafts are kept in the browser under this prefix, followed by the staff member's ID and the name of the text. */
const prefix = "gatehouse:draft:";

/** Calls a function of the storage, which throws where the browser blocks it or it is full. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(window.localStorage);
  } catch {
    return null;
  }
}

/** The key of a draft of a staff member. */
export const draftKey = (staffId: string, name: string): string => `${prefix}${staffId}:${name}`;

/** Reads a draft from the browser. Null without one. */
export const readDraft = (key: string): Draft | null =>
  withStorage((storage) => {
    const draft: unknown = JSON.parse(storage.getItem(key) ?? "null");
    const isDraft = typeof draft === "object" && draft !== null && "at" in draft && "value" in draft && typeof draft.at === "string";
    return isDraft ? { at: String(draft.at), value: draft.value } : null;
  });

/** Keeps a draft in the browser. */
export const writeDraft = (key: string, draft: Draft) => withStorage((storage) => storage.setItem(key, JSON.stringify(draft)));

export const removeDraft = (key: string) => withStorage((storage) => storage.removeItem(key));

/** Removes the drafts of everyone from this browser, for signing out. */
export const removeDrafts = () =>
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
