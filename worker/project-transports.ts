import type { Context } from "@/core/context";
import { type EmailDeliveryRow, getEmailDeliveryRow, getSender, getServer } from "@/core/email-delivery/transport";
import { type DeliveryOutcome, type EmailTransport, fileTransport, type OutgoingEmail, smtpTransport } from "@/emails/transport";
import { log } from "@/lib/log";
import { outboxFolder } from "./outbox";

/** How long a project's email settings are cached, in milliseconds. */
const cacheTime = 1_000;

/** A transport with the number of emails it is sending. A retired transport is closed once it has sent them. */
type SharedTransport = { encryptedServer: string | null; transport: EmailTransport; inFlight: number; isRetired: boolean };

type ProjectState = {
  row: EmailDeliveryRow;
  readAt: number;
  pendingRead: Promise<EmailDeliveryRow> | null;
  shared: SharedTransport | null;
};

export type ProjectTransports = {
  /** Sends one email with the project's current server and sender. */
  deliver(ctx: Context, email: OutgoingEmail): Promise<DeliveryOutcome>;
  close(): void;
};

/** Sends each project's emails according to its settings, and reuses connections while the settings stay the same. */
export function openProjectTransports(): ProjectTransports {
  const projects = new Map<number, ProjectState>();
  return {
    async deliver(ctx, email) {
      const project = await loadSettings(projects, ctx).catch(() => null);
      if (project === null) return { status: "retrying", error: "The email settings couldn't be read." };
      const shared = currentTransport(project, ctx.projectId);
      shared.inFlight += 1;
      try {
        return await shared.transport.deliver(email, getSender(project.row));
      } finally {
        shared.inFlight -= 1;
        if (shared.isRetired && shared.inFlight === 0) shared.transport.close();
      }
    },
    close() {
      for (const { shared } of projects.values()) shared?.transport.close();
    },
  };
}

/** Reads a project's settings at most once per `cacheTime`. */
async function loadSettings(projects: Map<number, ProjectState>, ctx: Context): Promise<ProjectState> {
  const project = projects.get(ctx.projectId) ?? { row: emptySettings, readAt: Number.NEGATIVE_INFINITY, pendingRead: null, shared: null };
  projects.set(ctx.projectId, project);
  if (performance.now() - project.readAt < cacheTime) return project;
  project.pendingRead ??= getEmailDeliveryRow(ctx).finally(() => {
    project.pendingRead = null;
  });
  try {
    project.row = await project.pendingRead;
    project.readAt = performance.now();
  } catch (error) {
    // While the database is unavailable, the last known settings are used.
    if (project.readAt === Number.NEGATIVE_INFINITY) throw error;
  }
  return project;
}

const emptySettings: EmailDeliveryRow = { email_from: null, email_reply_to: null, smtp_encrypted: null };

function currentTransport(project: ProjectState, projectId: number): SharedTransport {
  const { smtp_encrypted: encryptedServer } = project.row;
  if (project.shared?.encryptedServer === encryptedServer) return project.shared;
  retire(project.shared);
  project.shared = { encryptedServer, transport: createTransport(projectId, project.row), inFlight: 0, isRetired: false };
  return project.shared;
}

function retire(shared: SharedTransport | null): void {
  if (shared === null) return;
  shared.isRetired = true;
  if (shared.inFlight === 0) shared.transport.close();
}

function createTransport(projectId: number, row: EmailDeliveryRow): EmailTransport {
  const server = getServer(projectId, row);
  const source = row.smtp_encrypted === null ? "environment" : "settings";
  if (server === "unreadable") {
    log.error("the SMTP settings cannot be decrypted because AUTH_SECRET has changed; emails wait until the settings are entered again");
    return unreadableTransport;
  }
  if (server === null) {
    const folder = outboxFolder();
    log.info({ transport: "file", folder }, "no mail server is configured; saving emails to files");
    return fileTransport(folder);
  }
  log.info({ transport: "smtp", source }, "sending emails by SMTP");
  if (/@localhost>?$/.test(getSender(row).from)) log.warn("no sender is configured; mail servers may reject emails from localhost");
  return smtpTransport(server);
}

/** Holds emails back instead of sending them through a server that staff did not choose. */
const unreadableTransport: EmailTransport = {
  deliver: async () => ({
    status: "retrying",
    error: "The SMTP settings can't be read because AUTH_SECRET has changed. Enter them again under Settings > Email delivery.",
  }),
  close: () => {},
};
