ALTER TABLE "saved_exports" ADD COLUMN "kind" text DEFAULT 'export' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_exports" ADD COLUMN "details" jsonb;