-- All at once and in the order of a claim, so that neither waits for the other.
LOCK TABLE "leads", "claims", "claim_tokens" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "claims_by_lead_key" ON "claims" USING btree ("project_id","email","code_key");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "claim_tokens_by_lead_idx" ON "claim_tokens" USING btree ("project_id","email");--> statement-breakpoint
ALTER TABLE "claim_tokens" DROP CONSTRAINT "claim_tokens_project_id_code_key_email_fkey";--> statement-breakpoint
ALTER TABLE "claims" DROP CONSTRAINT "claims_pkey";--> statement-breakpoint
-- Renames the index.
ALTER TABLE "claims" ADD CONSTRAINT "claims_pkey" PRIMARY KEY USING INDEX "claims_by_lead_key";--> statement-breakpoint
ALTER TABLE "claim_tokens" ADD CONSTRAINT "claim_tokens_project_id_code_key_email_fkey" FOREIGN KEY ("project_id","code_key","email") REFERENCES "public"."claims"("project_id","code_key","email") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
DROP INDEX "claim_tokens_by_claim_idx";--> statement-breakpoint
DROP INDEX "claim_tokens_by_expires_at_idx";--> statement-breakpoint
DROP INDEX "claims_by_lead_idx";--> statement-breakpoint
DROP INDEX "claims_by_claimed_at_idx";
