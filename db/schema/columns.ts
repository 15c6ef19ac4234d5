import { sql } from "drizzle-orm";
import { integer, timestamp } from "drizzle-orm/pg-core";

/**
 * The tenant's column. It comes first in every primary key of tenant data and in its indexes, except GIN indexes, indexes for cleanup and
 * due work, which read all tenants, and the hash of an API key, which finds the tenant.
 */
export const projectId = () => integer("project_id").notNull();

/** A timestamp with milliseconds, the precision of API responses and cursors. The columns with microseconds say why. */
export const timestampMs = <Name extends string>(name: Name) => timestamp(name, { withTimezone: true, precision: 3, mode: "string" });

export const createdAt = () => timestampMs("created_at").notNull().default(sql`now()`);
export const updatedAt = () => timestampMs("updated_at").notNull().default(sql`now()`);
