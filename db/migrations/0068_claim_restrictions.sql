-- In the order of a claim, so that neither waits for the other.
LOCK TABLE "batches", "claims" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "once_key" text;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "allowed_domains" text[];--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "once_per_batch" text;--> statement-breakpoint
CREATE UNIQUE INDEX "claims_once_per_batch_key" ON "claims" USING btree ("project_id","batch_id","once_key") WHERE "claims"."once_key" is not null;