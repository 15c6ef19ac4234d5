ALTER TABLE "waves" ADD COLUMN "priority" jsonb;--> statement-breakpoint
ALTER TABLE "waves" ADD COLUMN "repeat" jsonb;--> statement-breakpoint
ALTER TABLE "waves" ADD COLUMN "remaining" integer;--> statement-breakpoint
CREATE INDEX "waves_recurring_idx" ON "waves" USING btree ("scheduled_at") WHERE "waves"."status" = 'recurring';