CREATE TABLE "import_rows" (
	"project_id" integer NOT NULL,
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"email" text,
	"lead" jsonb,
	"outcome" text,
	"problem" jsonb,
	"result" text,
	"referral_code" text,
	"changes" jsonb,
	CONSTRAINT "import_rows_pkey" PRIMARY KEY("project_id","import_id","row")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"status" text DEFAULT 'uploaded' NOT NULL,
	"file_name" text NOT NULL,
	"format" text NOT NULL,
	"encoding" text,
	"delimiter" text,
	"columns" jsonb NOT NULL,
	"row_count" integer NOT NULL,
	"settings" jsonb,
	"counts" jsonb,
	"created_count" integer DEFAULT 0 NOT NULL,
	"updated_count" integer DEFAULT 0 NOT NULL,
	"skipped_count" integer DEFAULT 0 NOT NULL,
	"undone_count" integer DEFAULT 0 NOT NULL,
	"kept_count" integer DEFAULT 0 NOT NULL,
	"job_id" uuid,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"started_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "imports_pkey" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_project_id_import_id_fkey" FOREIGN KEY ("project_id","import_id") REFERENCES "public"."imports"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_by_email_idx" ON "import_rows" USING btree ("project_id","email","import_id","row") WHERE "import_rows"."email" is not null;