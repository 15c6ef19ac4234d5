ALTER TABLE "sends" ADD COLUMN "canceling" jsonb;--> statement-breakpoint
CREATE INDEX "sends_canceling_idx" ON "sends" USING btree ("project_id","id") WHERE "sends"."canceling" is not null;