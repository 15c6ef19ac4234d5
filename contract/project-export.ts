import { endpoint, FileReply } from "./endpoint";

/** The content type of a project export. */
export const exportFileType = "application/gzip";

export const exportProjectEndpoint = endpoint({
  method: "GET",
  path: "/project/export",
  tag: "Project",
  summary: "Export the project",
  description:
    "Returns a tar archive, compressed with gzip, with everything in the project apart from keys, passwords and accounts: settings, codes, claims, leads, waves, sends, emails, email templates, imports and activity. `npm run import` loads it into another installation with the same IDs. The format is described in the guide *Move to another installation*. All rows are from the same moment. A file that ends early has no `checksums.json` at its end. At most 2 exports run at once on each server process.",
  access: ["secret_key", "admin"],
  reply: FileReply,
  file: [exportFileType],
  errors: ["too_many_requests"],
  example: { reply: "" },
});
