CREATE TABLE "email_changes" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"new_email" text,
	"old_email" text,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_changes_pkey" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "recipient" text;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_project_id_email_fkey" FOREIGN KEY ("project_id","email") REFERENCES "public"."leads"("project_id","email") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_changes_by_email_idx" ON "email_changes" USING btree ("project_id","email");--> statement-breakpoint
CREATE INDEX "email_changes_by_created_at_idx" ON "email_changes" USING btree ("created_at");