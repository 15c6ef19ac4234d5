CREATE TABLE "erased_suppressions" (
	"project_id" integer NOT NULL,
	"email_hash" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erased_suppressions_pkey" PRIMARY KEY("project_id","email_hash")
);
