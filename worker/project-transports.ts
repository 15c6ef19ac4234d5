import type { Context } from "@/core/context";
import { describeLocalEmailLinks } from "@/core/email-delivery/local-links";
import { type SendingRateRow, sendingInterval } from "@/core/email-delivery/sending-rate";
import { endServerLimit, saveServerLimit } from "@/core/email-delivery/server-limit";
import {
  type EmailDeliveryRow,
  environmentSettings,
  getEmailDeliveryRow,
  getOwnerSettings,
  getSender,
  getServer,
} from "@/core/email-delivery/transport";
import { outboxFolder } from "@/core/sends/saved-files";
import { reportMailServer } from "@/core/system-reports";
import { pollingIntervalSeconds } from "@/db/queue";
import type { Postponed, SendTurn } from "@/emails/send-within-limits";
import { type DeliveryOutcome, type EmailTransport, fileTransport, type OutgoingEmail, smtpTransport } from "@/emails/transport";
import { log } from "@/lib/log";

/** How long a project's email settings are cached, in milliseconds. With a short polling interval, as in tests, less than that. */
const cacheTime = Math.min(1_000, 500 * pollingIntervalSeconds);

/** How long an unchanged state of the mail server isn't reported again, in milliseconds. */
const reportInterval = 10_000;

/** A transport with the number of emails it is sending. A retired transport is closed once it has sent them. */
type SharedTransport = { encryptedServer: string | null; transport: EmailTransport; inFlight: number; isRetired: boolean };

type ProjectState = {
  row: EmailDeliveryRow & SendingRateRow;
  readAt: number;
  pendingRead: Promise<EmailDeliveryRow & SendingRateRow> | null;
  shared: SharedTransport | null;
  /** What was last reported about the server, and when. */
  report: { isUnreachable: boolean; at: number } | null;
  /** When a limit of the server was saved, by the clock of `performance`, if it hasn't taken an email since. */
  limitSavedAt: number | null;
};

export type ProjectTransports = {
  /** Sends one email with the project's current server and sender, unless `turn` is over before. */
  deliver(ctx: Context, email: OutgoingEmail, turn?: SendTurn): Promise<DeliveryOutcome>;
  /** Sends one email to an owner, with a server that an owner set, or with `previous` settings. */
  deliverToOwner(ctx: Context, email: OutgoingEmail, previous?: EmailDeliveryRow): Promise<DeliveryOutcome>;
  /** Returns how many milliseconds are between two emails to leads. 0 without a limit, or if emails are saved to files. */
  sendingInterval(ctx: Context): Promise<number>;
  /** How long the project's server accepts no connection of this process, in milliseconds. */
  blockedFor(projectId: number): number;
  close(): void;
};

/** Sends each project's emails according to its settings, and reuses connections while the settings stay the same. */
export function openProjectTransports(): ProjectTransports {
  const projects = new Map<number, ProjectState>();
  const deliver: ProjectTransports["deliver"] = async (ctx, email, turn) => {
    const project = await loadSettings(projects, ctx).catch(() => null);
    if (project === null) return settingsError;
    const shared = currentTransport(project, ctx.projectId);
    shared.inFlight += 1;
    const startedAt = performance.now();
    try {
      const outcome = await shared.transport.deliver(email, getSender(project.row), turn);
      if (outcome.status === "postponed") await reportLimit(ctx, project, outcome);
      else reportOutcome(ctx, project, outcome);
      if (outcome.status === "sent") reportAccepted(ctx, project, startedAt);
      return outcome;
    } finally {
      shared.inFlight -= 1;
      if (shared.isRetired && shared.inFlight === 0) shared.transport.close();
    }
  };
  return {
    deliver,
    async deliverToOwner(ctx, email, previous) {
      const project = await loadSettings(projects, ctx).catch(() => null);
      if (project === null) return settingsError;
      const isUsable = previous && getServer(ctx.projectId, previous) !== "unreadable";
      const row = getOwnerSettings(isUsable ? previous : project.row);
      return row === project.row ? deliver(ctx, email) : deliverOnce(ctx.projectId, row, email);
    },
    async sendingInterval(ctx) {
      const { row } = await loadSettings(projects, ctx);
      return getServer(ctx.projectId, row) === null ? 0 : sendingInterval(row);
    },
    blockedFor: (projectId) => projects.get(projectId)?.shared?.transport.blockedFor() ?? 0,
    close() {
      for (const { shared } of projects.values()) shared?.transport.close();
    },
  };
}

/** Reports whether the server responded: when that changes, and at most every `reportInterval`, because other workers may have reported otherwise. */
function reportOutcome({ db, projectId }: Context, project: ProjectState, outcome: DeliveryOutcome): void {
  const isUnreachable = "error" in outcome && outcome.isUnreachable === true;
  const { report } = project;
  if (report?.isUnreachable === isUnreachable && performance.now() - report.at < reportInterval) return;
  project.report = { isUnreachable, at: performance.now() };
  reportMailServer(db, projectId, isUnreachable ? outcome.error : null).catch((err: unknown) => {
    project.report = null;
    log.warn({ err }, "the state of the mail server could not be reported");
  });
}

/** Saves a limit of the server before the emails are given back, so that no worker takes them before the pause ends. */
async function reportLimit(ctx: Context, project: ProjectState, { limit }: Postponed): Promise<void> {
  if (limit === null) return;
  project.limitSavedAt = performance.now();
  await saveServerLimit(ctx, limit).catch((err: unknown) => log.warn({ err }, "the limit of the mail server could not be saved"));
}

/** Ends the limit of the server once it took an email that was begun after the limit was saved. */
function reportAccepted({ db, projectId }: Context, project: ProjectState, startedAt: number): void {
  if (project.limitSavedAt === null || startedAt < project.limitSavedAt) return;
  project.limitSavedAt = null;
  endServerLimit({ db, projectId }).catch((err: unknown) => log.warn({ err }, "the limit of the mail server could not be removed"));
}

const settingsError: DeliveryOutcome = { status: "retrying", error: "The email settings couldn't be read." };

/** Sends one email with other settings than the current ones, which is rare, on a connection of its own. */
async function deliverOnce(projectId: number, row: EmailDeliveryRow, email: OutgoingEmail): Promise<DeliveryOutcome> {
  const transport = createTransport(projectId, row);
  try {
    return await transport.deliver(email, getSender(row));
  } finally {
    transport.close();
  }
}

/** Reads a project's settings at most once per `cacheTime`. */
async function loadSettings(projects: Map<number, ProjectState>, ctx: Context): Promise<ProjectState> {
  const project = projects.get(ctx.projectId) ?? {
    row: { ...environmentSettings, emails_per_second: null, emails_per_hour: null },
    readAt: Number.NEGATIVE_INFINITY,
    pendingRead: null,
    shared: null,
    report: null,
    // An earlier process may have saved one.
    limitSavedAt: 0,
  };
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

function currentTransport(project: ProjectState, projectId: number): SharedTransport {
  const { smtp_encrypted: encryptedServer } = project.row;
  if (project.shared?.encryptedServer === encryptedServer) return project.shared;
  retire(project.shared);
  project.report = null;
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
  const localLinks = describeLocalEmailLinks();
  if (localLinks !== null) log.warn({ projectId }, localLinks);
  return smtpTransport(server);
}

/** Holds emails back instead of sending them through a server that staff did not choose. */
const unreadableTransport: EmailTransport = {
  deliver: async () => ({
    status: "retrying",
    error: "The SMTP settings can't be read because AUTH_SECRET has changed. Enter them again under Settings > Email delivery.",
  }),
  blockedFor: () => 0,
  close: () => {},
};
