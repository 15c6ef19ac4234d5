ALTER TABLE "batches" ADD COLUMN "made_in" text;--> statement-breakpoint
ALTER TABLE "batches" ALTER COLUMN "made_in" SET DEFAULT (pg_control_system()).system_identifier || ' ' || pg_current_xact_id();--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "seen" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "timeouts" smallint DEFAULT 0 NOT NULL;