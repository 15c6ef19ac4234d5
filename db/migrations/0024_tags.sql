ALTER TABLE "codes" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "codes_tags_idx" ON "codes" USING gin ("tags") WHERE "codes"."tags" <> '{}';--> statement-breakpoint
CREATE INDEX "leads_tags_idx" ON "leads" USING gin ("tags") WHERE "leads"."tags" <> '{}';