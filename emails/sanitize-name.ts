// Would turn the words after a name around in the text part.
const directions = /[\u202A-\u202E\u2066-\u2069]/g;

/** A name as a mail may hold it, in the midst of its own words. */
export const readable = (name: string): string => name.replace(directions, "").trim();
