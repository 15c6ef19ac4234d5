import type { z } from "zod";

/** The maximum number of fields in an `invalid_input` error. */
const maxFields = 100;

/** Returns the messages of a schema's issues for each field path. `root` is the path of the whole value. */
export function issueFields(issues: readonly z.core.$ZodIssue[], root = "body"): Record<string, string[]> {
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of issues.slice(0, maxFields)) {
    const names = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    const message = issue.code === "unrecognized_keys" ? "is not a valid field" : issue.message;
    for (const name of names.slice(0, maxFields)) {
      const path = name.join(".") || root;
      fields[path] = [...(fields[path] ?? []), message];
    }
  }
  return fields;
}
