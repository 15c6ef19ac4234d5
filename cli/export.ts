import { requireEnvironment } from "./launch/environment";

/** `npm run export -- --out file.tar.gz` saves the project to a file that another installation can import, also while Gatehouse is running. */
const env = requireEnvironment();
const [{ exportFileName, saveProjectExport }, { BackupError }, { fromCallersFolder, parseArguments, runFileCommand, withDatabase }] =
  await Promise.all([import("@/core/project-export/export"), import("@/db/backup/archive"), import("./launch/backup")]);
await runFileCommand("export", async (signal) => {
  const usage = "Usage: npm run export -- [--out file.tar.gz]";
  const { positionals, values } = parseArguments(usage, { out: { type: "string" } });
  if (positionals.length > 0) throw new BackupError(usage);
  const file = fromCallersFolder(values.out ?? exportFileName());
  const rows = await withDatabase(env, {}, (url) => saveProjectExport({ url, file }, signal));
  console.log(`Saved ${rows.toLocaleString("en-US")} rows to ${file}`);
  console.log("The file is not encrypted. It contains email addresses and codes, but no keys and passwords.");
});
