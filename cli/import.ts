import { requireEnvironment } from "./launch/environment";

/** `npm run import -- file.tar.gz` imports the export of another installation into an empty project. */
const env = requireEnvironment();
const [{ importProject }, { BackupError }, { openJobQueue }, { fromCallersFolder, parseArguments, runFileCommand, withDatabase }] =
  await Promise.all([
    import("@/core/project-export/import"),
    import("@/db/backup/archive"),
    import("@/db/queue"),
    import("./launch/backup"),
  ]);
await runFileCommand("import", async (signal) => {
  const usage = "Usage: npm run import -- file.tar.gz";
  const [file, ...rest] = parseArguments(usage, {}).positionals;
  if (file === undefined || rest.length > 0) throw new BackupError(usage);
  const { rows, pendingEmails } = await withDatabase(env, { create: true }, (url) =>
    importProject({ url, file: fromCallersFolder(file), openQueue: () => openJobQueue(url, () => {}) }, signal),
  );
  console.log(`Imported ${rows.toLocaleString("en-US")} rows.`);
  console.log("Email is paused, so that nothing is sent twice. Resume it once the old installation has stopped.");
  if (pendingEmails > 0) console.log(`Emails that wait to be sent: ${pendingEmails.toLocaleString("en-US")}`);
});
