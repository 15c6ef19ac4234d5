CREATE TABLE "waves" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"size" integer NOT NULL,
	"filter" jsonb NOT NULL,
	"code_type" text NOT NULL,
	"valid_until" timestamp(3) with time zone,
	"expires_after_days" integer,
	"pass_on" boolean NOT NULL,
	"invited" integer DEFAULT 0 NOT NULL,
	"scheduled_at" timestamp(3) with time zone,
	"sent_at" timestamp(3) with time zone,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waves_pkey" PRIMARY KEY("project_id","id"),
	CONSTRAINT "waves_scheduled_at_check" CHECK ("waves"."status" <> 'scheduled' or "waves"."scheduled_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "lead_invitations" ADD COLUMN "wave_id" uuid;--> statement-breakpoint
ALTER TABLE "lead_invitations" ADD COLUMN "place_passed_on" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_invitations" ADD COLUMN "opened_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "waves" ADD CONSTRAINT "waves_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waves_scheduled_idx" ON "waves" USING btree ("scheduled_at") WHERE "waves"."status" = 'scheduled';--> statement-breakpoint
CREATE INDEX "waves_passing_on_idx" ON "waves" USING btree ("project_id") WHERE "waves"."pass_on" and "waves"."status" = 'sent';--> statement-breakpoint
CREATE INDEX "lead_invitations_by_wave_idx" ON "lead_invitations" USING btree ("project_id","wave_id") WHERE "lead_invitations"."wave_id" is not null;