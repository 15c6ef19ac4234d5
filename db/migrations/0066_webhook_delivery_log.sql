DROP INDEX "webhook_deliveries_failed_idx";--> statement-breakpoint
CREATE INDEX "webhook_deliveries_undelivered_idx" ON "webhook_deliveries" USING btree ("project_id","webhook_id","event_id") WHERE "webhook_deliveries"."status" <> 'delivered';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_type_idx" ON "webhook_deliveries" USING btree ("project_id","webhook_id","type","event_id");