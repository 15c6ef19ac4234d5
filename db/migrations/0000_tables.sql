CREATE TABLE "keys" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"public_value" text,
	"last_four" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	"revoked_at" timestamp(3) with time zone,
	CONSTRAINT "keys_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "one_key_per_hash" UNIQUE("hash"),
	CONSTRAINT "only_public_keys_are_readable" CHECK ("keys"."kind" = 'public_key' or "keys"."public_value" is null)
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "projects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"allowed_origins" text[] DEFAULT '{}' NOT NULL,
	"salt" text DEFAULT gen_random_uuid()::text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claim_tokens" (
	"project_id" integer NOT NULL,
	"hash" text NOT NULL,
	"code_key" text NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "claim_tokens_project_id_hash_pk" PRIMARY KEY("project_id","hash")
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"project_id" integer NOT NULL,
	"code_key" text NOT NULL,
	"email" text NOT NULL,
	"claimed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "one_claim_per_lead" PRIMARY KEY("project_id","code_key","email")
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"amount" integer NOT NULL,
	"allowed_claims" integer NOT NULL,
	"valid_from" timestamp(3) with time zone,
	"valid_until" timestamp(3) with time zone,
	"paused_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "batches_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"project_id" integer NOT NULL,
	"key" text NOT NULL,
	"text" text NOT NULL,
	"type" text NOT NULL,
	"allowed_claims" integer NOT NULL,
	"claims" integer DEFAULT 0 NOT NULL,
	"valid_from" timestamp(3) with time zone,
	"valid_until" timestamp(3) with time zone,
	"reserved_for" text,
	"paused_at" timestamp(3) with time zone,
	"batch_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_code_per_identity" PRIMARY KEY("project_id","key"),
	CONSTRAINT "claims_within_allowed" CHECK ("codes"."claims" >= 0 and "codes"."claims" <= "codes"."allowed_claims"),
	CONSTRAINT "window_is_not_empty" CHECK ("codes"."valid_from" < "codes"."valid_until")
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"project_id" integer NOT NULL,
	"email" text NOT NULL,
	"firstname" text,
	"lastname" text,
	"notes" text DEFAULT '' NOT NULL,
	"on_waitlist" boolean DEFAULT false NOT NULL,
	"referral_code" text NOT NULL,
	"referred_by" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_lead_per_address" PRIMARY KEY("project_id","email"),
	CONSTRAINT "one_lead_per_referral_code" UNIQUE("project_id","referral_code")
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"project_id" integer NOT NULL,
	"email" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressions_project_id_email_pk" PRIMARY KEY("project_id","email")
);
--> statement-breakpoint
CREATE TABLE "budget_windows" (
	"project_id" integer NOT NULL,
	"budget" text NOT NULL,
	"subject" text NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "budget_windows_project_id_budget_subject_pk" PRIMARY KEY("project_id","budget","subject")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"request_id" text,
	"code_key" text,
	"code_text" text,
	"email" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "events_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotent_answer_pieces" (
	"project_id" integer NOT NULL,
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"position" integer NOT NULL,
	"piece" text NOT NULL,
	CONSTRAINT "idempotent_answer_pieces_project_id_caller_key_position_pk" PRIMARY KEY("project_id","caller","key","position")
);
--> statement-breakpoint
CREATE TABLE "idempotent_answers" (
	"project_id" integer NOT NULL,
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"request" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotent_answers_project_id_caller_key_pk" PRIMARY KEY("project_id","caller","key")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"send_id" uuid NOT NULL,
	"email" text NOT NULL,
	"code_key" text NOT NULL,
	"code_text" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"next_attempt_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deliveries_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "attempts_are_counted" CHECK ("deliveries"."attempts" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sends" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"code_text" text,
	"code_key" text,
	"batch_id" uuid,
	"kind" text NOT NULL,
	"received" integer NOT NULL,
	"notified" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sends_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "key_is_of_a_project" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_tokens" ADD CONSTRAINT "token_is_of_a_claim" FOREIGN KEY ("project_id","code_key","email") REFERENCES "public"."claims"("project_id","code_key","email") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claim_is_of_a_code" FOREIGN KEY ("project_id","code_key") REFERENCES "public"."codes"("project_id","key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claim_is_of_a_lead" FOREIGN KEY ("project_id","email") REFERENCES "public"."leads"("project_id","email") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batch_is_of_a_project" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "code_is_of_a_batch" FOREIGN KEY ("project_id","batch_id") REFERENCES "public"."batches"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "lead_is_of_a_project" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "referred_by_a_lead" FOREIGN KEY ("project_id","referred_by") REFERENCES "public"."leads"("project_id","email") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotent_answer_pieces" ADD CONSTRAINT "piece_is_of_an_answer" FOREIGN KEY ("project_id","caller","key") REFERENCES "public"."idempotent_answers"("project_id","caller","key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "delivery_is_of_a_send" FOREIGN KEY ("project_id","send_id") REFERENCES "public"."sends"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "delivery_is_to_a_lead" FOREIGN KEY ("project_id","email") REFERENCES "public"."leads"("project_id","email") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sends" ADD CONSTRAINT "send_is_of_a_batch" FOREIGN KEY ("project_id","batch_id") REFERENCES "public"."batches"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tokens_of_a_claim" ON "claim_tokens" USING btree ("project_id","code_key","email");--> statement-breakpoint
CREATE INDEX "tokens_by_end" ON "claim_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "claims_of_a_lead" ON "claims" USING btree ("project_id","email");--> statement-breakpoint
CREATE INDEX "claims_newest" ON "claims" USING btree ("project_id","claimed_at","code_key","email");--> statement-breakpoint
CREATE UNIQUE INDEX "codes_in_order_made" ON "codes" USING btree ("project_id","batch_id","position");--> statement-breakpoint
CREATE INDEX "codes_reserved_for" ON "codes" USING btree ("project_id","reserved_for") WHERE "codes"."reserved_for" is not null;--> statement-breakpoint
CREATE INDEX "leads_newest" ON "leads" USING btree ("project_id","created_at","email");--> statement-breakpoint
CREATE INDEX "leads_referred_by" ON "leads" USING btree ("project_id","referred_by","created_at") WHERE "leads"."referred_by" is not null;--> statement-breakpoint
CREATE INDEX "budget_windows_by_end" ON "budget_windows" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "events_of_a_kind" ON "events" USING btree ("project_id","kind","id");--> statement-breakpoint
CREATE INDEX "events_of_a_code" ON "events" USING btree ("project_id","code_key","id") WHERE "events"."code_key" is not null;--> statement-breakpoint
CREATE INDEX "events_of_a_lead" ON "events" USING btree ("project_id","email","id") WHERE "events"."email" is not null;--> statement-breakpoint
CREATE INDEX "idempotent_answers_by_age" ON "idempotent_answers" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_of_a_send" ON "deliveries" USING btree ("project_id","send_id","email");--> statement-breakpoint
CREATE INDEX "deliveries_by_status" ON "deliveries" USING btree ("project_id","send_id","status");--> statement-breakpoint
CREATE INDEX "deliveries_to_a_lead" ON "deliveries" USING btree ("project_id","email");--> statement-breakpoint
CREATE INDEX "deliveries_of_a_code" ON "deliveries" USING btree ("project_id","code_key");--> statement-breakpoint
CREATE INDEX "sends_of_a_code" ON "sends" USING btree ("project_id","code_key","id");