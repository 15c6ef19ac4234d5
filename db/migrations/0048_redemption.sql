ALTER TABLE "batches" ADD COLUMN "redemption_url" text;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "redemption_instructions" text;