ALTER TABLE "leads" ADD COLUMN "confirmed_by" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "confirmed_from" text;--> statement-breakpoint
-- A claim through an emailed link has always proved that the person owns the email. Before the indexes, which then take fewer writes.
UPDATE "leads" l SET "confirmed_at" = k."claimed_at", "confirmed_by" = 'claim', "status" = CASE WHEN l."status" = 'unconfirmed' THEN 'active' ELSE l."status" END
  FROM (SELECT "project_id", "email", min("claimed_at") AS "claimed_at" FROM "claims" WHERE "email_verified_by" IS NOT NULL GROUP BY "project_id", "email") k
  WHERE l."project_id" = k."project_id" AND l."email" = k."email" AND l."confirmed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "leads_by_confirmed_idx" ON "leads" USING btree ("project_id","filter_flags","created_at","email") WHERE "leads"."confirmed_at" is not null;--> statement-breakpoint
CREATE INDEX "leads_by_not_confirmed_idx" ON "leads" USING btree ("project_id","filter_flags","created_at","email") WHERE "leads"."confirmed_at" is null;--> statement-breakpoint
CREATE INDEX "leads_utm_idx" ON "leads" USING gin ("utm" jsonb_path_ops) WHERE "leads"."utm" is not null;