ALTER TABLE "projects" ADD COLUMN "claimed_text" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "claimed_url" text;