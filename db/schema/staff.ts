import { sql } from "drizzle-orm";
import { bigint, foreignKey, index, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { roles } from "@/contract/roles";
import { projects } from "./access";
import { createdAt, moment, projectId, updatedAt } from "./columns";

/** Who may sign in. Rows stay when somebody is removed, so that the activity keeps their name. */
export const staff = pgTable(
  "staff",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    role: text("role", { enum: roles }).notNull(),
    /** Argon2id, with its parameters. Null for those who sign in with an identity provider only. */
    passwordHash: text("password_hash"),
    /** The authenticator's secret, sealed. Null where signing in takes no second factor. */
    totpSecret: text("totp_secret"),
    /** The secret of an authenticator that is being added, sealed; it takes the other's place once it is confirmed. */
    totpPending: text("totp_pending"),
    totpConfirmedAt: moment("totp_confirmed_at"),
    /** The last time step whose code was used: none is taken twice. */
    totpLastStep: bigint("totp_last_step", { mode: "number" }),
    lastSeenAt: moment("last_seen_at"),
    disabledAt: moment("disabled_at"),
    removedAt: moment("removed_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "staff_is_of_a_project" }),
    uniqueIndex("one_member_per_address").on(table.projectId, table.email).where(sql`${table.removedAt} is null`),
  ],
);

/** A browser that is signed in. The cookie names the row; without the row it opens nothing. */
export const sessions = pgTable(
  "sessions",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    staffId: uuid("staff_id").notNull(),
    /** `password`, or the identity provider's name. */
    way: text("way").notNull(),
    userAgent: text("user_agent").notNull(),
    address: text("address").notNull(),
    createdAt: createdAt(),
    lastSeenAt: moment("last_seen_at").notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId, table.staffId], foreignColumns: [staff.projectId, staff.id], name: "session_is_of_staff" }),
    index("sessions_of_staff").on(table.projectId, table.staffId),
    index("sessions_by_use").on(table.lastSeenAt),
  ],
);

/** What stands in for an authenticator that is lost; each row works once and goes. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    projectId: projectId(),
    staffId: uuid("staff_id").notNull(),
    /** SHA-256 of the code, in hex; the codes are random and long. */
    hash: text("hash").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.staffId, table.hash] }),
    foreignKey({ columns: [table.projectId, table.staffId], foreignColumns: [staff.projectId, staff.id], name: "recovery_is_of_staff" }),
  ],
);

/** Links to choose a new password; one for each of the staff at most, and a newer one takes its place. */
export const passwordResets = pgTable(
  "password_resets",
  {
    projectId: projectId(),
    staffId: uuid("staff_id").notNull(),
    /** SHA-256 of the link's token, in hex. */
    hash: text("hash").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.staffId] }),
    foreignKey({ columns: [table.projectId, table.staffId], foreignColumns: [staff.projectId, staff.id], name: "reset_is_of_staff" }),
    unique("one_reset_per_hash").on(table.projectId, table.hash),
    index("password_resets_by_end").on(table.expiresAt),
  ],
);

/** Who was asked to join and has not yet. */
export const invitations = pgTable(
  "invitations",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    email: text("email").notNull(),
    role: text("role", { enum: roles }).notNull(),
    /** SHA-256 of the link's token, in hex. */
    hash: text("hash").notNull(),
    invitedBy: uuid("invited_by"),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "invitation_is_of_a_project" }),
    foreignKey({ columns: [table.projectId, table.invitedBy], foreignColumns: [staff.projectId, staff.id], name: "invited_by_staff" }),
    unique("one_invitation_per_address").on(table.projectId, table.email),
    unique("one_invitation_per_hash").on(table.projectId, table.hash),
  ],
);
