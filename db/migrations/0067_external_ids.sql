ALTER TABLE "codes" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "external_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "codes_external_id_key" ON "codes" USING btree ("project_id","external_id") WHERE "codes"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "codes_metadata_idx" ON "codes" USING gin ("metadata" jsonb_path_ops) WHERE "codes"."metadata" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "leads_external_id_key" ON "leads" USING btree ("project_id","external_id") WHERE "leads"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "leads_metadata_idx" ON "leads" USING gin ("metadata" jsonb_path_ops) WHERE "leads"."metadata" is not null;