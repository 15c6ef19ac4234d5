CREATE TABLE "email_template_versions" (
	"project_id" integer NOT NULL,
	"kind" text NOT NULL,
	"id" uuid NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"button" text NOT NULL,
	"actor_kind" text,
	"actor_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_template_versions_pkey" PRIMARY KEY("project_id","kind","id")
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_send_and_code_match_kind";--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "email_button_color" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "email_footer" text;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "body" text;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "button" text;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "button_url" text;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "scheduled_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "copied_hash" text;--> statement-breakpoint
ALTER TABLE "email_template_versions" ADD CONSTRAINT "email_template_versions_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_send_and_code_match_kind" CHECK (("deliveries"."kind" in ('code', 'announcement')) = ("deliveries"."send_id" is not null) and ("deliveries"."kind" not in ('code', 'confirm_claim', 'claimed', 'reminder')) = ("deliveries"."code_key" is null) and ("deliveries"."code_key" is null) = ("deliveries"."code_text" is null));