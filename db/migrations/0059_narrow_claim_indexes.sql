-- All at once and in the order of a claim, so that neither waits for the other.
LOCK TABLE "leads", "claims", "claim_tokens" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "claims_by_code_and_time_idx" ON "claims" USING btree ("project_id","code_key","claimed_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "claims_by_source_and_time_idx" ON "claims" USING btree ("project_id","source","claimed_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "claims_by_batch_and_time_idx" ON "claims" USING btree ("project_id","batch_id","claimed_at");--> statement-breakpoint
ALTER TABLE "claim_tokens" DROP CONSTRAINT "claim_tokens_project_id_code_key_email_fkey";--> statement-breakpoint
ALTER TABLE "leads" DROP CONSTRAINT "leads_project_id_fkey";--> statement-breakpoint
DROP INDEX "claim_tokens_by_lead_idx";--> statement-breakpoint
DROP INDEX "claims_by_code_idx";--> statement-breakpoint
DROP INDEX "claims_by_source_idx";--> statement-breakpoint
DROP INDEX "claims_by_batch_idx";
