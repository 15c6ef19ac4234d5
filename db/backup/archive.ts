import { createHash } from "node:crypto";
import { constants as fsConstants } from "node:fs";
import { access, chmod, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Duplex, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream } from "node:stream/web";
import { constants, createGunzip, createGzip, createZstdCompress, createZstdDecompress } from "node:zlib";
import { createTarDecoder, packTar } from "modern-tar";
import * as z from "zod";

/** A file in an archive. Members are small enough to be held in memory. */
export type Member = { name: string; content: Buffer };

/** A reason why a backup or restore can't be done, in a sentence for the operator. */
export class BackupError extends Error {}

/** What an archive holds, and how it is compressed. */
export type ArchiveKind = {
  /** What messages call it. */
  noun: string;
  /** What a damaged file means for the operator. */
  damage: string;
  /** What to do with files of the other kind. */
  hint: string;
  /** How the file starts. */
  magic: Buffer;
  compress(): Duplex;
  decompress(): Duplex;
};

/** A backup of an installation. */
const backupKind: ArchiveKind = {
  noun: "backup",
  damage: "It can't be restored.",
  hint: " Exports of a project are imported with npm run import.",
  magic: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
  compress: () => createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
  decompress: () => createZstdDecompress(),
};

/** An export of a project, which people open with the tools of any system. */
export const exportKind: ArchiveKind = {
  noun: "export",
  damage: "Nothing was imported.",
  hint: " Backups are restored with npm run restore.",
  magic: Buffer.from([0x1f, 0x8b, 0x08]),
  // A higher level makes the file of a million leads a tenth smaller and takes twice as long.
  compress: () => createGzip({ level: 3 }),
  decompress: () => createGunzip(),
};

/** The last member lists the others, so an archive without it is incomplete. */
const checksumsName = "checksums.json";
const Checksums = z.strictObject({ sha256: z.record(z.string(), z.string()) });

const ageMagic = Buffer.from("age-encryption.org/v1\n");

/** The blocks of zeros that end a tar file, in bytes. */
const tarEndLength = 1024;

/** No member is as long, in bytes. Bounds the memory that a damaged archive can take. */
const maxMemberSize = 256 * 1024 ** 2;

const sha256 = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

/**
 * Writes members to a new file as tar, compressed and, with a passphrase, encrypted with age. Only the current user can read it. The file
 * gets its name when it is complete and on the disk; after an error or `signal`, nothing is left.
 */
export async function writeArchive(
  file: string,
  members: AsyncIterable<Member>,
  { kind = backupKind, passphrase, signal }: { kind?: ArchiveKind; passphrase?: string; signal?: AbortSignal } = {},
): Promise<void> {
  await requireNewFile(file);
  const temporaryFile = join(dirname(file), `.gatehouse-${kind.noun}-${process.pid}-${Date.now()}.partial`);
  try {
    const handle = await open(temporaryFile, "wx", 0o600);
    // The mode above is subject to the process's file mode mask.
    await chmod(temporaryFile, 0o600);
    await pipeline(
      Readable.from(tarChunks(members)),
      kind.compress(),
      (chunks: AsyncIterable<Buffer>) => encryptChunks(chunks, passphrase),
      handle.createWriteStream({ flush: true }),
      { signal },
    );
    await requireNewFile(file);
    await rename(temporaryFile, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(temporaryFile, { force: true });
    throw signal?.aborted ? new BackupError(`The ${kind.noun} was canceled. Nothing was saved.`) : explainWriteError(error, file);
  }
}

async function requireNewFile(file: string): Promise<void> {
  const exists = await access(file, fsConstants.F_OK).then(
    () => true,
    () => false,
  );
  if (exists) throw new BackupError(`The file ${file} already exists. Choose another name, or delete the file first.`);
}

function explainWriteError(error: unknown, file: string): unknown {
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG")
    return new BackupError(`There isn't enough space for ${file} (${code}). Nothing was saved.`);
  if (code === "ENOENT" && syscall === "open") return new BackupError(`The folder ${dirname(file)} doesn't exist. Create it first.`);
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return new BackupError(`The file ${file} can't be written (${code}).`);
  return error;
}

// Without it, a power failure can undo the renaming.
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** Packs members as `writeArchive` does, without a file. */
export function packArchive(members: AsyncIterable<Member>, kind: ArchiveKind): AsyncIterable<Buffer> {
  const archive = kind.compress();
  // Reading `archive` reports the error.
  pipeline(Readable.from(tarChunks(members)), archive).catch(() => {});
  return archive;
}

async function* tarChunks(members: AsyncIterable<Member>): AsyncGenerator<Uint8Array> {
  const checksums: Record<string, string> = {};
  for await (const member of members) {
    checksums[member.name] = sha256(member.content);
    yield await packMember(member);
  }
  yield await packMember({ name: checksumsName, content: Buffer.from(`${JSON.stringify({ sha256: checksums }, null, 1)}\n`) });
  yield Buffer.alloc(tarEndLength);
}

/** The same members always give the same archive. */
const mtime = new Date(0);

async function packMember({ name, content }: Member): Promise<Uint8Array> {
  const bytes = await packTar([{ header: { name, size: content.length, mode: 0o600, mtime }, body: content }]);
  return bytes.subarray(0, -tarEndLength);
}

async function* encryptChunks(chunks: AsyncIterable<Buffer>, passphrase: string | undefined): AsyncGenerator<Uint8Array> {
  if (passphrase === undefined) {
    yield* chunks;
    return;
  }
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  yield* fromWeb(await encrypter.encrypt(toWeb(chunks)));
}

/**
 * Reads the members of an archive in their order. Throws if the file is of another kind, if the passphrase is wrong, and at the latest after the
 * last member, if the file is incomplete or was changed.
 */
export async function* readArchive(
  file: string,
  { kind = backupKind, passphrase }: { kind?: ArchiveKind; passphrase?: string } = {},
): AsyncGenerator<Member> {
  const checksums: Record<string, string> = {};
  let expectedChecksums: Record<string, string> | undefined;
  for await (const { name, content } of decodeTar(file, kind, passphrase)) {
    if (expectedChecksums) throw damagedError(file, kind);
    if (name === checksumsName) expectedChecksums = parseChecksums(content, file, kind);
    else {
      if (Object.hasOwn(checksums, name)) throw damagedError(file, kind);
      checksums[name] = sha256(content);
      yield { name, content };
    }
  }
  const names = Object.keys(expectedChecksums ?? {});
  const changed = names.find((name) => checksums[name] !== expectedChecksums?.[name]);
  if (names.length === 0 || names.length !== Object.keys(checksums).length || changed !== undefined)
    throw damagedError(file, kind, { member: changed });
}

function parseChecksums(content: Buffer, file: string, kind: ArchiveKind): Record<string, string> {
  try {
    return Checksums.parse(JSON.parse(content.toString())).sha256;
  } catch {
    throw damagedError(file, kind);
  }
}

const damagedError = (file: string, { noun, damage }: ArchiveKind, { member, cause }: { member?: string; cause?: unknown } = {}) =>
  new BackupError(
    `The ${noun} ${file} is damaged or incomplete${member === undefined ? "" : ` (${member} doesn't have its checksum)`}. ${damage} Use another copy of it.`,
    { cause },
  );

async function* decodeTar(file: string, kind: ArchiveKind, passphrase: string | undefined): AsyncGenerator<Member> {
  const compressed = await decryptFile(file, kind, passphrase);
  try {
    const tar = kind.decompress();
    // Reading `tar` reports the error.
    pipeline(compressed, tar).catch(() => {});
    for await (const { header, body } of fromWeb(toWeb(tar).pipeThrough(createTarDecoder({ strict: true })))) {
      if (header.size > maxMemberSize) throw damagedError(file, kind);
      const chunks: Uint8Array[] = [];
      for await (const chunk of fromWeb(body)) chunks.push(chunk);
      yield { name: header.name, content: Buffer.concat(chunks) };
    }
  } catch (error) {
    throw error instanceof BackupError ? error : damagedError(file, kind, { cause: error });
  }
}

/** Opens a file and decrypts it if it is encrypted. */
async function decryptFile(file: string, kind: ArchiveKind, passphrase: string | undefined): Promise<AsyncIterable<Uint8Array>> {
  const handle = await open(file, "r").catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The file ${file} can't be read (${error.code}).`);
  });
  const start = Buffer.alloc(ageMagic.length);
  await handle.read(start, 0, start.length, 0);
  const stream = handle.createReadStream({ start: 0 });
  if (start.subarray(0, kind.magic.length).equals(kind.magic)) return stream;
  const isEncrypted = kind === backupKind && start.equals(ageMagic);
  if (!isEncrypted || passphrase === undefined) {
    await handle.close();
    throw new BackupError(
      isEncrypted
        ? `The ${kind.noun} ${file} is encrypted. Pass --passphrase-file with the file that contains its passphrase, or set BACKUP_PASSPHRASE.`
        : `The file ${file} is not a Gatehouse ${kind.noun}.${kind.hint}`,
    );
  }
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(stream)));
  } catch (error) {
    stream.destroy();
    if (/no identity matched/.test((error as Error).message)) throw new BackupError(`The passphrase for ${file} is wrong.`);
    throw damagedError(file, kind, { cause: error });
  }
}

// The browser's type of web streams, which the libraries use, lacks what Node's has.
type WebStream<T> = globalThis.ReadableStream<T>;
const toWeb = (chunks: AsyncIterable<Uint8Array>) => ReadableStream.from(chunks) as unknown as WebStream<Uint8Array>;
const fromWeb = <T>(stream: WebStream<T>) => stream as unknown as AsyncIterable<T>;
