CREATE TABLE "email_reports" (
	"project_id" integer NOT NULL,
	"source" text NOT NULL,
	"id" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_reports_pkey" PRIMARY KEY("project_id","source","id")
);
--> statement-breakpoint
CREATE TABLE "email_slots" (
	"project_id" integer NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_slots_pkey" PRIMARY KEY("project_id")
);
--> statement-breakpoint
CREATE TABLE "email_webhooks" (
	"project_id" integer NOT NULL,
	"provider" text NOT NULL,
	"secret_encrypted" text NOT NULL,
	CONSTRAINT "email_webhooks_pkey" PRIMARY KEY("project_id","provider")
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "emails_per_second" integer;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "emails_per_hour" integer;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "is_automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "email_reports" ADD CONSTRAINT "email_reports_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_slots" ADD CONSTRAINT "email_slots_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_webhooks" ADD CONSTRAINT "email_webhooks_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_reports_by_created_at_idx" ON "email_reports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "deliveries_automatic_idx" ON "deliveries" USING btree ("project_id","created_at","id") WHERE "deliveries"."send_id" is null or "deliveries"."is_automatic";