CREATE TABLE "webhook_deliveries" (
	"project_id" integer NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"type" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"email" text,
	"code_key" text,
	"code_text" text,
	"payload" text,
	"emails" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"earlier_attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY("project_id","webhook_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_hours" (
	"project_id" integer NOT NULL,
	"webhook_id" uuid NOT NULL,
	"hour" timestamp(3) with time zone NOT NULL,
	"delivered" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "webhook_hours_pkey" PRIMARY KEY("project_id","webhook_id","hour")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text NOT NULL,
	"types" text[],
	"filter" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"format" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"stop_reason" text,
	"secret_encrypted" text NOT NULL,
	"previous_secret_encrypted" text,
	"previous_secret_until" timestamp(3) with time zone,
	"position" uuid NOT NULL,
	"lease_holder" uuid,
	"lease_until" timestamp(3) with time zone,
	"slow_until" timestamp(3) with time zone,
	"failing_since" timestamp(3) with time zone,
	"notices" integer DEFAULT 0 NOT NULL,
	"last_success_at" timestamp(3) with time zone,
	"last_failure" jsonb,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	CONSTRAINT "webhooks_pkey" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_project_id_webhook_id_fkey" FOREIGN KEY ("project_id","webhook_id") REFERENCES "public"."webhooks"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_hours" ADD CONSTRAINT "webhook_hours_project_id_webhook_id_fkey" FOREIGN KEY ("project_id","webhook_id") REFERENCES "public"."webhooks"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" USING btree ("project_id","webhook_id","next_attempt_at") WHERE "webhook_deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed_idx" ON "webhook_deliveries" USING btree ("project_id","webhook_id","event_id") WHERE "webhook_deliveries"."status" not in ('pending', 'delivered');--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_lead_idx" ON "webhook_deliveries" USING btree ("project_id","email","event_id") WHERE "webhook_deliveries"."email" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_code_idx" ON "webhook_deliveries" USING btree ("project_id","code_key","event_id") WHERE "webhook_deliveries"."code_key" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_email_idx" ON "webhook_deliveries" USING gin ("emails") WITH (fastupdate=false) WHERE "webhook_deliveries"."emails" <> '{}';