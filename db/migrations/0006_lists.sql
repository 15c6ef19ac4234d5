-- Texts are found by their pieces; the extension comes with PostgreSQL (docs/decisions/0011-search.md).
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
DROP INDEX "claims_of_a_lead";--> statement-breakpoint
DROP INDEX "codes_reserved_for";--> statement-breakpoint
DROP INDEX "leads_referred_by";--> statement-breakpoint
DROP INDEX "deliveries_by_status";--> statement-breakpoint
DROP INDEX "deliveries_to_a_lead";--> statement-breakpoint
DROP INDEX "deliveries_of_a_code";--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "traits" smallint GENERATED ALWAYS AS (8 * (array_position(array['creative','alphanumeric','numeric'], type) - 1) + 1 * (paused_at is not null)::int + 2 * (claims >= allowed_claims)::int + 4 * (reserved_for is not null)::int) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "traits" smallint GENERATED ALWAYS AS (16 * (array_position(array['page','widget','api','staff','import'], source) - 1) + 1 * on_waitlist::int + 2 * has_claimed::int + 4 * (invited_at is not null)::int + 8 * (referred_by is not null)::int) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "figures" ADD COLUMN "asked_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "claims_of_a_code" ON "claims" USING btree ("project_id","code_key","claimed_at","email");--> statement-breakpoint
CREATE INDEX "claims_from" ON "claims" USING btree ("project_id","source","claimed_at","code_key","email");--> statement-breakpoint
CREATE INDEX "batches_of_a_type" ON "batches" USING btree ("project_id","type","id");--> statement-breakpoint
CREATE INDEX "batches_paused" ON "batches" USING btree ("project_id","id") WHERE "batches"."paused_at" is not null;--> statement-breakpoint
CREATE INDEX "batches_large" ON "batches" USING btree ("project_id","id") WHERE "batches"."amount" >= 1000;--> statement-breakpoint
CREATE INDEX "batches_by_name" ON "batches" USING btree ("project_id","name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "batches_found" ON "batches" USING gin ((replace(encode(decode(replace(lower("name" collate "und-x-icu"), '\', '\\'), 'escape'), 'escape'), '\', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "codes_by_traits" ON "codes" USING btree ("project_id","traits","batch_id","position");--> statement-breakpoint
CREATE INDEX "codes_by_traits_and_key" ON "codes" USING btree ("project_id","traits","key");--> statement-breakpoint
CREATE INDEX "codes_by_traits_and_end" ON "codes" USING btree ("project_id","traits","valid_until","batch_id","position") WHERE "codes"."valid_until" is not null;--> statement-breakpoint
CREATE INDEX "codes_of_a_batch_by_end" ON "codes" USING btree ("project_id","batch_id","valid_until","position");--> statement-breakpoint
CREATE INDEX "codes_by_second_word" ON "codes" USING btree ("project_id",lower(split_part("text", '-', 2)) collate "C") WHERE "codes"."text" like '%-%';--> statement-breakpoint
CREATE INDEX "leads_by_traits" ON "leads" USING btree ("project_id","traits","created_at","email");--> statement-breakpoint
CREATE INDEX "leads_found" ON "leads" USING gin ((replace(encode(decode(replace("search", '\', '\\'), 'escape'), 'escape'), '\', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "deliveries_failed_newest" ON "deliveries" USING btree ("project_id","updated_at","send_id") WHERE "deliveries"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "sends_of_a_batch" ON "sends" USING btree ("project_id","batch_id","id") WHERE "sends"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "sends_of_a_kind" ON "sends" USING btree ("project_id","kind","id");--> statement-breakpoint
CREATE INDEX "claims_of_a_lead" ON "claims" USING btree ("project_id","email","claimed_at","code_key");--> statement-breakpoint
CREATE INDEX "codes_reserved_for" ON "codes" USING btree ("project_id","reserved_for","batch_id","position") WHERE "codes"."reserved_for" is not null;--> statement-breakpoint
CREATE INDEX "leads_referred_by" ON "leads" USING btree ("project_id","referred_by","created_at","email") WHERE "leads"."referred_by" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_by_status" ON "deliveries" USING btree ("project_id","status","send_id","email");--> statement-breakpoint
CREATE INDEX "deliveries_to_a_lead" ON "deliveries" USING btree ("project_id","email","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_of_a_code" ON "deliveries" USING btree ("project_id","code_key","send_id","email");