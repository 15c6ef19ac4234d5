CREATE TABLE "saved_export_chunks" (
	"project_id" integer NOT NULL,
	"export_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "saved_export_chunks_pkey" PRIMARY KEY("project_id","export_id","position")
);
--> statement-breakpoint
CREATE TABLE "saved_exports" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"list" text NOT NULL,
	"format" text NOT NULL,
	"row_count" integer DEFAULT 0 NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "saved_exports_pkey" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"filters" jsonb NOT NULL,
	"sort" jsonb,
	"columns" text[],
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_pkey" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "saved_export_chunks" ADD CONSTRAINT "saved_export_chunks_project_id_export_id_fkey" FOREIGN KEY ("project_id","export_id") REFERENCES "public"."saved_exports"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_exports" ADD CONSTRAINT "saved_exports_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name_key" ON "saved_views" USING btree ("project_id","list",lower("name"));