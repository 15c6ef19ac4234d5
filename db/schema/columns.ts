import { sql } from "drizzle-orm";
import { integer, timestamp } from "drizzle-orm/pg-core";

/** The tenant; it comes first in every key and index of tenant data. */
export const projectId = () => integer("project_id").notNull();

/** A moment with the milliseconds that answers and cursors carry. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "string" });

export const createdAt = () => moment("created_at").notNull().default(sql`now()`);
export const updatedAt = () => moment("updated_at").notNull().default(sql`now()`);
