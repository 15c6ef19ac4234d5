CREATE TABLE "blocked" (
	"project_id" integer NOT NULL,
	"entry" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocked_project_id_entry_pk" PRIMARY KEY("project_id","entry")
);--> statement-breakpoint
CREATE TABLE "consents" (
	"project_id" integer NOT NULL,
	"id" text NOT NULL,
	"wording" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consents_project_id_id_pk" PRIMARY KEY("project_id","id")
);--> statement-breakpoint
CREATE TABLE "line_changes" (
	"project_id" integer NOT NULL,
	"key" numeric NOT NULL,
	"change" smallint NOT NULL
);--> statement-breakpoint
CREATE TABLE "line_marks" (
	"project_id" integer NOT NULL,
	"key" numeric NOT NULL,
	"ahead" integer NOT NULL,
	CONSTRAINT "line_marks_project_id_key_pk" PRIMARY KEY("project_id","key")
);--> statement-breakpoint
CREATE TABLE "mail_texts" (
	"project_id" integer NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"button" text NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_texts_project_id_kind_pk" PRIMARY KEY("project_id","kind")
);--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "send_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "code_key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "code_text" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "consent_text" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "double_opt_in" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "referral_places" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "joined_mail" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "claimed_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "mail_from" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "mail_reply_to" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "smtp_sealed" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "paused" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "paused_text" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "standing" text DEFAULT 'accepted' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "held_for" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "confirmed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "consent_id" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "consented_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "line_key" numeric DEFAULT extract(epoch from clock_timestamp()) * 1000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "line_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "moved_referrer_by" integer;--> statement-breakpoint
ALTER TABLE "leads" drop column "traits";--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "traits" smallint GENERATED ALWAYS AS (48 * (array_position(array['page','widget','api','staff','import'], source) - 1) + 16 * (array_position(array['accepted','unconfirmed','held'], standing) - 1) + 1 * on_waitlist::int + 2 * has_claimed::int + 4 * (invited_at is not null)::int + 8 * (referred_by is not null)::int) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "leads_by_traits" ON "leads" USING btree ("project_id","traits","created_at","email");--> statement-breakpoint
-- Whoever waits already stands in line as they came.
UPDATE "leads" l SET "line_key" = extract(epoch from l."created_at") * 1000000 + came.place * 0.001, "line_at" = l."created_at"
FROM (SELECT project_id, email, row_number() OVER (PARTITION BY project_id, created_at ORDER BY email) AS place FROM "leads" WHERE "on_waitlist") AS came
WHERE came.project_id = l.project_id AND came.email = l.email;--> statement-breakpoint
-- Friends who joined before anybody was moved up for it count all the same.
UPDATE "leads" SET "moved_referrer_by" = 0 WHERE "referred_by" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "kind" text DEFAULT 'code' NOT NULL;--> statement-breakpoint
ALTER TABLE "blocked" ADD CONSTRAINT "blocked_by_a_project" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consent_is_of_a_project" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_texts" ADD CONSTRAINT "mail_text_is_of_a_project" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "line_changes_by_key" ON "line_changes" USING btree ("project_id","key","change");--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "agreed_to_a_consent" FOREIGN KEY ("project_id","consent_id") REFERENCES "public"."consents"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leads_in_line" ON "leads" USING btree ("project_id","line_key","email") WHERE "leads"."on_waitlist";--> statement-breakpoint
CREATE INDEX "suppressions_newest" ON "suppressions" USING btree ("project_id","created_at","email");--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "only_the_accepted_wait" CHECK ("leads"."standing" = 'accepted' or not "leads"."on_waitlist");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "a_message_with_a_code_is_of_a_send" CHECK (("deliveries"."kind" = 'code') = ("deliveries"."send_id" is not null) and ("deliveries"."kind" not in ('code', 'claimed')) = ("deliveries"."code_key" is null) and ("deliveries"."code_key" is null) = ("deliveries"."code_text" is null));