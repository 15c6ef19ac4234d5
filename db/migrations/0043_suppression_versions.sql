ALTER TABLE "suppressions" ADD COLUMN "previous_reason" text;--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;