import path from "node:path";
import type { Context } from "@/core/context";
import { type MailRow, mailRow, senderOf, serverOf } from "@/core/email-delivery/way";
import { type Mail, type Mailer, type Outcome, outboxMailer, smtpMailer } from "@/emails/mailer";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

/** For how long what a project says of its mail is taken to hold, in milliseconds. */
const fresh = 1_000;

/** A way mail goes, with the messages that are on it. It is closed once another has taken its place and none is left. */
type Way = { sealed: string | null; mailer: Mailer; under: number; left: boolean };

type Known = { row: MailRow; at: number; asking: Promise<MailRow> | null; way: Way | null };

export type Post = {
  /** Hands one message over by the server, and in the name, that its project says now. */
  deliver(ctx: Context, mail: Mail): Promise<Outcome>;
  close(): void;
};

/** Sends each project's mail as its settings say, and keeps the connections while they stay the same. */
export function openPost(): Post {
  const known = new Map<number, Known>();
  return {
    async deliver(ctx, mail) {
      const project = await lookUp(known, ctx).catch(() => null);
      if (project === null) return { status: "retrying", error: "The mail settings could not be read." };
      const way = wayOf(project, ctx.projectId);
      way.under += 1;
      try {
        return await way.mailer.deliver(mail, senderOf(project.row));
      } finally {
        way.under -= 1;
        if (way.left && way.under === 0) way.mailer.close();
      }
    },
    close() {
      for (const { way } of known.values()) way?.mailer.close();
    },
  };
}

/** What a project says of its mail, asked at most once a second for all its messages. */
async function lookUp(known: Map<number, Known>, ctx: Context): Promise<Known> {
  const found = known.get(ctx.projectId) ?? { row: nothing, at: Number.NEGATIVE_INFINITY, asking: null, way: null };
  known.set(ctx.projectId, found);
  if (performance.now() - found.at < fresh) return found;
  found.asking ??= mailRow(ctx).finally(() => {
    found.asking = null;
  });
  try {
    found.row = await found.asking;
    found.at = performance.now();
  } catch (error) {
    // While the database is away what was known holds for the messages that were taken before.
    if (found.at === Number.NEGATIVE_INFINITY) throw error;
  }
  return found;
}

const nothing: MailRow = { mail_from: null, mail_reply_to: null, smtp_sealed: null };

function wayOf(project: Known, projectId: number): Way {
  const { smtp_sealed: sealed } = project.row;
  if (project.way?.sealed === sealed) return project.way;
  leave(project.way);
  project.way = { sealed, mailer: mailerFor(projectId, project.row), under: 0, left: false };
  return project.way;
}

function leave(way: Way | null): void {
  if (way === null) return;
  way.left = true;
  if (way.under === 0) way.mailer.close();
}

function mailerFor(projectId: number, row: MailRow): Mailer {
  const server = serverOf(projectId, row);
  const source = row.smtp_sealed === null ? "environment" : "settings";
  if (server === "unreadable") {
    log.error("the mail server in the settings cannot be read: is AUTH_SECRET another than it was? Mail waits until it is entered again");
    return waiting;
  }
  if (server === null) {
    const folder = path.resolve(env().DATA_DIR, "outbox");
    log.info({ mail: "outbox", folder }, "no mail server is set: the worker keeps mail as files");
    return outboxMailer(folder);
  }
  log.info({ mail: "smtp", source }, "the worker sends mail by SMTP");
  if (/@localhost>?$/.test(senderOf(row).from)) log.warn("no sender is set: mail servers tend to refuse one at localhost");
  return smtpMailer(server);
}

/** Holds mail back that must not take another way than the one that was meant. */
const waiting: Mailer = {
  deliver: async () => ({
    status: "retrying",
    error: "The mail server has to be entered again under Settings › Sending, with its password: AUTH_SECRET has changed.",
  }),
  close: () => {},
};
