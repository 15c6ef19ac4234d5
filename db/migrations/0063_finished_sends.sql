-- Transactions that use both tables read the project first, so that neither waits for the other.
LOCK TABLE "projects", "sends" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "codes_expired_until" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Earlier sends have ended, except those with emails that wait or are yet to be queued.
ALTER TABLE "sends" ADD COLUMN "is_finished" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sends" ALTER COLUMN "is_finished" SET DEFAULT false;--> statement-breakpoint
UPDATE "sends" s SET "is_finished" = false
WHERE exists (SELECT FROM "deliveries" d WHERE d."project_id" = s."project_id" AND d."send_id" = s."id" AND d."status" IN ('queued', 'sending', 'retrying'))
  OR exists (SELECT FROM "background_jobs" j WHERE j."project_id" = s."project_id" AND j."id" = s."id" AND j."ended_at" IS NULL);--> statement-breakpoint
CREATE INDEX "sends_unfinished_idx" ON "sends" USING btree ("project_id","id") WHERE not "sends"."is_finished";
