-- As in other tables: an identity that is compared with theirs must have their collation, so that its index is used.
CREATE TABLE "invite_codes" (
	"project_id" integer NOT NULL,
	"code_key" text COLLATE "C" NOT NULL,
	"code_text" text NOT NULL,
	"batch_id" uuid NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invite_codes_pkey" PRIMARY KEY("project_id","code_key")
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "invite_quota" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "invite_expires_after_days" integer;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "invite_batch_id" uuid;--> statement-breakpoint
ALTER TABLE "waves" ADD COLUMN "invite_quota" integer;--> statement-breakpoint
ALTER TABLE "invite_codes" ADD CONSTRAINT "invite_codes_project_id_email_fkey" FOREIGN KEY ("project_id","email") REFERENCES "public"."leads"("project_id","email") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invite_codes_by_email_idx" ON "invite_codes" USING btree ("project_id","email","created_at");