// A text direction override in a name would also reverse the words after it.
const directionOverrides = /[\u202A-\u202E\u2066-\u2069]/g;

/** Prepares a name for use inside a sentence, or a sentence with names. */
export const sanitizeName = (name: string): string => name.replace(directionOverrides, "").trim();
