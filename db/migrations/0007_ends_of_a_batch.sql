DROP INDEX "codes_of_a_batch_by_end";--> statement-breakpoint
CREATE INDEX "codes_of_a_batch_by_end" ON "codes" USING btree ("project_id","batch_id",coalesce("valid_until", 'infinity'),"position");