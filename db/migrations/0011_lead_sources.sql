ALTER TABLE "leads" ADD COLUMN "source_tag" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "utm" jsonb;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "referrer_url" text;--> statement-breakpoint
CREATE INDEX "leads_by_source_tag_idx" ON "leads" USING btree ("project_id","source_tag","created_at","email") WHERE "leads"."source_tag" is not null;