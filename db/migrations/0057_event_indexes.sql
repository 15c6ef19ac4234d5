CREATE INDEX IF NOT EXISTS "events_infrequent_by_actor_kind_idx" ON "events" USING btree ("project_id","actor_kind","id") WHERE "events"."kind" not in ('lead.created', 'code.claimed');--> statement-breakpoint
DROP INDEX "events_by_actor_kind_idx";--> statement-breakpoint
DROP INDEX "events_by_kind_idx";
