ALTER TABLE "codes" ADD COLUMN "holds" jsonb;--> statement-breakpoint
CREATE INDEX "codes_held_idx" ON "codes" USING btree ("project_id","key") WHERE "codes"."holds" is not null;