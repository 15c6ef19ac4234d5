ALTER TABLE "claim_tokens" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "return_urls" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "claim_page_url" text;