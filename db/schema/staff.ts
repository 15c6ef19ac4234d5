import { sql } from "drizzle-orm";
import { bigint, foreignKey, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { roles } from "@/contract/roles";
import { createdAt, projectId, timestampMs, updatedAt } from "./columns";
import { projects } from "./projects";

/** Staff members. Rows of removed members remain, so that the activity log keeps their names. */
export const staff = pgTable(
  "staff",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    role: text("role", { enum: roles }).notNull(),
    /** Argon2id, with its parameters. Null for members who only sign in with an identity provider. */
    passwordHash: text("password_hash"),
    /** The encrypted authenticator secret. Null without a second factor. */
    totpSecret: text("totp_secret"),
    /** The encrypted secret of a new authenticator. It replaces `totp_secret` once it is confirmed. */
    totpPending: text("totp_pending"),
    totpConfirmedAt: timestampMs("totp_confirmed_at"),
    /** The time step of the last code that was used, so that no code works twice. */
    totpLastStep: bigint("totp_last_step", { mode: "number" }),
    /** The number of rows in `passkeys`. Every request reads whether there is a second factor. */
    passkeyCount: integer("passkey_count").notNull().default(0),
    lastSeenAt: timestampMs("last_seen_at"),
    /** Part of the cookies of browsers that signed in before. A new number ends them. */
    browserVersion: integer("browser_version").notNull().default(0),
    /** When they dismissed the checklist of the overview. */
    checklistDismissedAt: timestampMs("checklist_dismissed_at"),
    disabledAt: timestampMs("disabled_at"),
    removedAt: timestampMs("removed_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "staff_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "staff_project_id_fkey" }),
    uniqueIndex("staff_current_email_key").on(table.projectId, table.email).where(sql`${table.removedAt} is null`),
  ],
);

/** Signed-in browsers. The cookie contains the row's id. */
export const sessions = pgTable(
  "sessions",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    staffId: uuid("staff_id").notNull(),
    /** `password`, `passkey`, or the identity provider's name. */
    method: text("method").notNull(),
    userAgent: text("user_agent").notNull(),
    ipAddress: text("ip_address").notNull(),
    createdAt: createdAt(),
    lastSeenAt: timestampMs("last_seen_at").notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "sessions_pkey" }),
    foreignKey({
      columns: [table.projectId, table.staffId],
      foreignColumns: [staff.projectId, staff.id],
      name: "sessions_project_id_staff_id_fkey",
    }),
    index("sessions_by_staff_idx").on(table.projectId, table.staffId),
    index("sessions_by_last_seen_at_idx").on(table.lastSeenAt),
  ],
);

/** The accounts at identity providers that staff members signed in with. `subject` is the provider's ID of the account, which never changes. */
export const staffIdentities = pgTable(
  "staff_identities",
  {
    projectId: projectId(),
    provider: text("provider").notNull(),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    staffId: uuid("staff_id").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.provider, table.issuer, table.subject], name: "staff_identities_pkey" }),
    foreignKey({
      columns: [table.projectId, table.staffId],
      foreignColumns: [staff.projectId, staff.id],
      name: "staff_identities_project_id_staff_id_fkey",
    }),
    // One account at each provider.
    unique("staff_identities_by_staff_key").on(table.projectId, table.staffId, table.provider, table.issuer),
  ],
);

/** Sign-ins with an identity provider that still need a second factor. The cookie contains the row's id. */
export const pendingSignIns = pgTable(
  "pending_sign_ins",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    staffId: uuid("staff_id").notNull(),
    /** The identity provider's name. */
    method: text("method").notNull(),
    expiresAt: timestampMs("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "pending_sign_ins_pkey" }),
    foreignKey({
      columns: [table.projectId, table.staffId],
      foreignColumns: [staff.projectId, staff.id],
      name: "pending_sign_ins_project_id_staff_id_fkey",
    }),
    index("pending_sign_ins_by_expires_at_idx").on(table.expiresAt),
  ],
);

/** One-time codes for members who lost their authenticator. A code's row is deleted when the code is used. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    projectId: projectId(),
    staffId: uuid("staff_id").notNull(),
    /** SHA-256 of the code, in hex. No salt is needed: the codes are random and long. */
    hash: text("hash").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.staffId, table.hash], name: "recovery_codes_pkey" }),
    foreignKey({
      columns: [table.projectId, table.staffId],
      foreignColumns: [staff.projectId, staff.id],
      name: "recovery_codes_project_id_staff_id_fkey",
    }),
  ],
);

/** Passkeys (WebAuthn credentials) of staff members. */
export const passkeys = pgTable(
  "passkeys",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    staffId: uuid("staff_id").notNull(),
    /** What the authenticator calls it, in base64url. */
    credentialId: text("credential_id").notNull(),
    /** The COSE key, in base64url. */
    publicKey: text("public_key").notNull(),
    /** How often the authenticator says it was used. Stays 0 for passkeys that are synced between devices. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    /** How browsers can reach the authenticator, such as `internal` or `usb`. */
    transports: text("transports").array().notNull().default(sql`'{}'`),
    name: text("name").notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestampMs("last_used_at"),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "passkeys_pkey" }),
    foreignKey({
      columns: [table.projectId, table.staffId],
      foreignColumns: [staff.projectId, staff.id],
      name: "passkeys_project_id_staff_id_fkey",
    }),
    unique("passkeys_project_id_credential_id_key").on(table.projectId, table.credentialId),
    index("passkeys_by_staff_idx").on(table.projectId, table.staffId),
  ],
);

/** Challenges that a passkey has yet to sign. A challenge's row is deleted when it is answered, and a newer one replaces it. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    projectId: projectId(),
    /** SHA-256 of the session or the browser that must answer, in hex. */
    hash: text("hash").notNull(),
    challenge: text("challenge").notNull(),
    expiresAt: timestampMs("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.hash], name: "passkey_challenges_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "passkey_challenges_project_id_fkey" }),
    index("passkey_challenges_by_expires_at_idx").on(table.expiresAt),
  ],
);

/** Password reset links. A newer link replaces the one before. */
export const passwordResets = pgTable(
  "password_resets",
  {
    projectId: projectId(),
    staffId: uuid("staff_id").notNull(),
    /** SHA-256 of the link's token, in hex. */
    hash: text("hash").notNull(),
    expiresAt: timestampMs("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.staffId], name: "password_resets_pkey" }),
    foreignKey({
      columns: [table.projectId, table.staffId],
      foreignColumns: [staff.projectId, staff.id],
      name: "password_resets_project_id_staff_id_fkey",
    }),
    unique("password_resets_project_id_hash_key").on(table.projectId, table.hash),
    index("password_resets_by_expires_at_idx").on(table.expiresAt),
  ],
);

/** Pending invitations to the team. */
export const invitations = pgTable(
  "invitations",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    email: text("email").notNull(),
    role: text("role", { enum: roles }).notNull(),
    /** SHA-256 of the link's token, in hex. */
    hash: text("hash").notNull(),
    /** SHA-256 of the token of the link that a staff member copied. The emailed link works, too. */
    copiedHash: text("copied_hash"),
    invitedBy: uuid("invited_by"),
    createdAt: createdAt(),
    expiresAt: timestampMs("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "invitations_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "invitations_project_id_fkey" }),
    foreignKey({
      columns: [table.projectId, table.invitedBy],
      foreignColumns: [staff.projectId, staff.id],
      name: "invitations_project_id_invited_by_fkey",
    }),
    unique("invitations_project_id_email_key").on(table.projectId, table.email),
    unique("invitations_project_id_hash_key").on(table.projectId, table.hash),
  ],
);
