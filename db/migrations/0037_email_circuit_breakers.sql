CREATE TABLE "email_circuit_breakers" (
	"project_id" integer NOT NULL,
	"recent" text[] DEFAULT '{}' NOT NULL,
	"paused_at" timestamp(3) with time zone,
	"reason" text,
	"response" text,
	"refused" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"resumed_at" timestamp(3) with time zone,
	CONSTRAINT "email_circuit_breakers_pkey" PRIMARY KEY("project_id")
);
--> statement-breakpoint
ALTER TABLE "email_circuit_breakers" ADD CONSTRAINT "email_circuit_breakers_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;