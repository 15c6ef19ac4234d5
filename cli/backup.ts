import { requireEnvironment } from "./launch/environment";

/** `npm run backup -- file.tar.zst` saves the database and the secrets to a file, also while Gatehouse is running. */
const env = requireEnvironment();
const [{ createBackup }, { readSecrets, runBackupCommand, withDatabase }] = await Promise.all([
  import("@/db/backup/create"),
  import("./launch/backup"),
]);
await runBackupCommand("backup", async ({ file, passphrase }, signal) => {
  const secrets = readSecrets(env);
  await withDatabase(env, {}, (url) => createBackup(url, file, { secrets, passphrase, signal }));
  console.log(`Saved to ${file}`);
  if (passphrase === undefined)
    console.log("The file is not encrypted and contains secrets. Keep it safe, or encrypt backups with --passphrase-file.");
});
