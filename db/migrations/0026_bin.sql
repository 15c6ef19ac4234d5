CREATE TABLE "bin_entries" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"deletion_id" uuid NOT NULL,
	"is_listed" boolean NOT NULL,
	"reserved_for" text,
	"row" jsonb NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bin_entries_pkey" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "bin_rows" (
	"project_id" integer NOT NULL,
	"entry_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"email" text,
	"row" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "bin_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "bin_entries" ADD CONSTRAINT "bin_entries_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bin_rows" ADD CONSTRAINT "bin_rows_project_id_entry_id_fkey" FOREIGN KEY ("project_id","entry_id") REFERENCES "public"."bin_entries"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bin_entries_listed_idx" ON "bin_entries" USING btree ("project_id","id") WHERE "bin_entries"."is_listed";--> statement-breakpoint
CREATE INDEX "bin_entries_by_deletion_idx" ON "bin_entries" USING btree ("project_id","deletion_id","id");--> statement-breakpoint
CREATE INDEX "bin_entries_by_key_idx" ON "bin_entries" USING btree ("project_id","key");--> statement-breakpoint
CREATE INDEX "bin_entries_by_reserved_for_idx" ON "bin_entries" USING btree ("project_id","reserved_for") WHERE "bin_entries"."reserved_for" is not null;--> statement-breakpoint
CREATE INDEX "bin_entries_by_created_at_idx" ON "bin_entries" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "bin_rows_by_entry_idx" ON "bin_rows" USING btree ("project_id","entry_id","kind");--> statement-breakpoint
CREATE INDEX "bin_rows_by_email_idx" ON "bin_rows" USING btree ("project_id","email") WHERE "bin_rows"."email" is not null;