ALTER TABLE "sends" ADD COLUMN "skipped" jsonb;--> statement-breakpoint
ALTER TABLE "waves" ADD COLUMN "job_id" uuid;