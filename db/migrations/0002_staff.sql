CREATE TABLE "invitations" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"hash" text NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "invitations_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "one_invitation_per_address" UNIQUE("project_id","email"),
	CONSTRAINT "one_invitation_per_hash" UNIQUE("project_id","hash")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"project_id" integer NOT NULL,
	"staff_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "password_resets_project_id_staff_id_pk" PRIMARY KEY("project_id","staff_id"),
	CONSTRAINT "one_reset_per_hash" UNIQUE("project_id","hash")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"project_id" integer NOT NULL,
	"staff_id" uuid NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "recovery_codes_project_id_staff_id_hash_pk" PRIMARY KEY("project_id","staff_id","hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"way" text NOT NULL,
	"user_agent" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"totp_secret" text,
	"totp_confirmed_at" timestamp(3) with time zone,
	"totp_last_step" bigint,
	"last_seen_at" timestamp(3) with time zone,
	"disabled_at" timestamp(3) with time zone,
	"removed_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "name" text DEFAULT 'First key' NOT NULL;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "expires_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "logo" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "accent" text DEFAULT '#2563eb' NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitation_is_of_a_project" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invited_by_staff" FOREIGN KEY ("project_id","invited_by") REFERENCES "public"."staff"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "reset_is_of_staff" FOREIGN KEY ("project_id","staff_id") REFERENCES "public"."staff"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_is_of_staff" FOREIGN KEY ("project_id","staff_id") REFERENCES "public"."staff"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "session_is_of_staff" FOREIGN KEY ("project_id","staff_id") REFERENCES "public"."staff"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_is_of_a_project" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_resets_by_end" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_of_staff" ON "sessions" USING btree ("project_id","staff_id");--> statement-breakpoint
CREATE INDEX "sessions_by_use" ON "sessions" USING btree ("last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_member_per_address" ON "staff" USING btree ("project_id","email") WHERE "staff"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "events_of_a_kind_of_actor" ON "events" USING btree ("project_id","actor_kind","id");--> statement-breakpoint
CREATE INDEX "events_of_an_actor" ON "events" USING btree ("project_id","actor_id","id") WHERE "events"."actor_id" is not null;