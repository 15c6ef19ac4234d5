CREATE UNLOGGED TABLE "figures" (
	"project_id" integer NOT NULL,
	"name" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"value" jsonb NOT NULL,
	"counted_at" timestamp(3) with time zone NOT NULL,
	"took_ms" integer NOT NULL,
	CONSTRAINT "figures_project_id_name_subject_pk" PRIMARY KEY("project_id","name","subject")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"ask" jsonb,
	"reached" jsonb,
	"total" integer,
	"done" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"problem" jsonb,
	"batch_id" uuid,
	"batch_name" text,
	"cancel_asked" boolean DEFAULT false NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"request_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "tasks_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
-- What was not written down before is put together from the ledger.
ALTER TABLE "claims" ADD COLUMN "batch_id" uuid, ADD COLUMN "source" text;--> statement-breakpoint
UPDATE "claims" k SET "batch_id" = c."batch_id", "source" = coalesce((
	SELECT CASE e."actor_kind" WHEN 'public_key' THEN 'widget' WHEN 'staff' THEN 'staff' WHEN 'system' THEN 'page' END
	FROM "events" e WHERE e."project_id" = k."project_id" AND e."code_key" = k."code_key" AND e."email" = k."email" AND e."kind" = 'code.claimed'
	ORDER BY e."id" DESC LIMIT 1), 'api')
FROM "codes" c WHERE c."project_id" = k."project_id" AND c."key" = k."code_key";--> statement-breakpoint
ALTER TABLE "claims" ALTER COLUMN "batch_id" SET NOT NULL, ALTER COLUMN "source" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "codes" integer, ADD COLUMN "uses" bigint;--> statement-breakpoint
UPDATE "batches" b SET ("codes", "uses") = (
	SELECT count(*), coalesce(sum(c."allowed_claims"), 0) FROM "codes" c WHERE c."project_id" = b."project_id" AND c."batch_id" = b."id");--> statement-breakpoint
ALTER TABLE "batches" ALTER COLUMN "codes" SET NOT NULL, ALTER COLUMN "uses" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "actor_kind" text;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "actor_id" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "source" text DEFAULT 'api' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "has_claimed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "invited_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "search" text GENERATED ALWAYS AS (lower((email || ' ' || coalesce(firstname, '') || ' ' || coalesce(lastname, '')) COLLATE "und-x-icu")) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "actor_kind" text;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "actor_id" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "task_is_of_a_project" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_not_ended" ON "tasks" USING btree ("project_id","id") WHERE "tasks"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_by_end" ON "tasks" USING btree ("ended_at") WHERE "tasks"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "claims_of_a_batch" ON "claims" USING btree ("project_id","batch_id","claimed_at","code_key","email");--> statement-breakpoint
UPDATE "leads" l SET
	"has_claimed" = EXISTS (SELECT FROM "claims" k WHERE k."project_id" = l."project_id" AND k."email" = l."email"),
	"invited_at" = (
		SELECT max(d."created_at") FROM "deliveries" d JOIN "sends" s ON s."project_id" = d."project_id" AND s."id" = d."send_id"
		WHERE d."project_id" = l."project_id" AND d."email" = l."email" AND s."kind" = 'invitation' AND d."status" <> 'cancelled'),
	"source" = coalesce((
		SELECT CASE e."actor_kind" WHEN 'public_key' THEN 'widget' WHEN 'staff' THEN 'staff' WHEN 'system' THEN 'page' END
		FROM "events" e WHERE e."project_id" = l."project_id" AND e."email" = l."email" AND e."kind" = 'lead.created'
		ORDER BY e."id" DESC LIMIT 1), 'api');
