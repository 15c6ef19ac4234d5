CREATE TABLE "failed_claims" (
	"project_id" integer NOT NULL,
	"code_key" text NOT NULL,
	"email" text NOT NULL,
	"error" text NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "failed_claims_pkey" PRIMARY KEY("project_id","code_key","email")
);
--> statement-breakpoint
CREATE INDEX "failed_claims_by_code_idx" ON "failed_claims" USING btree ("project_id","code_key","updated_at");--> statement-breakpoint
CREATE INDEX "failed_claims_by_lead_idx" ON "failed_claims" USING btree ("project_id","email","updated_at");--> statement-breakpoint
CREATE INDEX "failed_claims_by_updated_at_idx" ON "failed_claims" USING btree ("updated_at");