import { sql } from "drizzle-orm";
import type { z } from "zod";
import {
  type changeMailSettingsEndpoint as endpoint,
  type MailServerBody,
  type MailSettings,
  type PasswordNeed,
  whyPasswordNeeded,
} from "@/contract/mail-settings";
import { env } from "@/lib/env";
import { type KeptServer, shownServer } from "@/lib/smtp";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { lockProject } from "../projects/lock";
import { sealServer, unsealServer } from "./server";
import { environmentServer, type MailRow, mailRow, senderOf } from "./way";

type Change = z.output<NonNullable<typeof endpoint.body>>;

/** Says how the project's mail is sent, and who says so; passwords are not told. */
export const findMailSettings = async (ctx: Context): Promise<MailSettings> => settingsOf(ctx, await mailRow(ctx));

/**
 * Changes what is given of how the project's mail is sent; the event names what, and no value. Refuses with `invalid_input` a server
 * without its password where that must be typed.
 */
export function changeMailSettings(ctx: Context, { sender, replyTo, server }: Change): Promise<MailSettings> {
  return inTransaction(ctx, async (inner) => {
    // Held until the end, so that a kept password goes with the server it was kept for, and the event names what this change changed.
    await lockProject(inner.db, inner.projectId);
    const before = await mailRow(inner);
    const next: MailRow = {
      mail_from: sender === undefined ? before.mail_from : sender,
      mail_reply_to: replyTo === undefined ? before.mail_reply_to : replyTo,
      smtp_sealed: server === undefined ? before.smtp_sealed : server && sealed(inner, before, server),
    };
    const fields = [
      ...(next.mail_from === before.mail_from ? [] : ["sender"]),
      ...(next.mail_reply_to === before.mail_reply_to ? [] : ["replyTo"]),
      ...(next.smtp_sealed === before.smtp_sealed ? [] : ["server"]),
    ];
    if (fields.length > 0) {
      await inner.db.execute(
        sql`update projects set mail_from = ${next.mail_from}, mail_reply_to = ${next.mail_reply_to}, smtp_sealed = ${next.smtp_sealed}
          where id = ${inner.projectId}`,
      );
      await recordEvent(inner, { kind: "project.mail_changed", data: { fields } });
    }
    return settingsOf(inner, next);
  });
}

/** What is to be kept of a server; what is kept already where it is the same. */
function sealed({ projectId }: Context, before: MailRow, asked: z.output<typeof MailServerBody>): string {
  const server = completed(projectId, before, asked);
  const kept = keptServer(projectId, before);
  const isSame = kept !== null && parts.every((part) => kept[part] === server[part]);
  return isSame && before.smtp_sealed !== null ? before.smtp_sealed : sealServer(projectId, server);
}

const parts = ["host", "port", "security", "user", "password"] as const satisfies (keyof KeptServer)[];

const keptServer = (projectId: number, { smtp_sealed }: MailRow): KeptServer | null =>
  smtp_sealed === null ? null : unsealServer(projectId, smtp_sealed);

/**
 * A server with its password: the one that was typed, else the one that is kept. That goes to nobody but the server it was kept for, and
 * to nobody on the way there. Refuses with `invalid_input` where it must be typed.
 */
export function completed(projectId: number, row: MailRow, { user = null, password, ...way }: z.output<typeof MailServerBody>): KeptServer {
  if (user === null || password !== undefined) return { ...way, user, password: password ?? null };
  const kept = keptServer(projectId, row);
  if (row.smtp_sealed !== null && kept === null) throw unfit(enterAgain);
  const need = whyPasswordNeeded({ ...way, user }, kept && shownServer(kept));
  if (need !== null) throw unfit(whyTyped[need]);
  return { ...way, user, password: kept?.password ?? null };
}

const unfit = (why: string) => new ApiError("invalid_input", { fields: { "server.password": [why] } });

/** What is said of a server that cannot be read. */
export const enterAgain = "must be entered again: the kept one cannot be read any more, as AUTH_SECRET has changed";

const whyTyped: Readonly<Record<PasswordNeed, string>> = {
  none_kept: "is needed where there is a user name",
  for_another: "must be entered again: the kept one is for another host, port or user name",
  for_encrypted: "must be entered again: the kept one is for an encrypted connection",
};

function settingsOf({ projectId }: Context, row: MailRow): MailSettings {
  const ofEnvironment = environmentServer();
  const environment = { sender: env().MAIL_FROM, server: ofEnvironment && shownServer(ofEnvironment) };
  const kept = keptServer(projectId, row);
  const source = (value: string | null) => (value === null ? "environment" : "settings");
  return {
    sender: { value: senderOf(row).from, source: source(row.mail_from) },
    replyTo: { value: row.mail_reply_to, source: source(row.mail_reply_to) },
    server:
      row.smtp_sealed === null
        ? { value: environment.server, source: "environment", unreadable: false }
        : { value: kept && shownServer(kept), source: "settings", unreadable: kept === null },
    environment,
  };
}
