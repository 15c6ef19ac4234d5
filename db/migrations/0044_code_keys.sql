CREATE TABLE "ambiguous_codes" (
	"project_id" integer NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "ambiguous_codes_pkey" PRIMARY KEY("project_id","key")
);
--> statement-breakpoint
ALTER TABLE "claim_tokens" DROP CONSTRAINT "claim_tokens_project_id_code_key_email_fkey";
--> statement-breakpoint
ALTER TABLE "claims" DROP CONSTRAINT "claims_project_id_code_key_fkey";
--> statement-breakpoint
ALTER TABLE "ambiguous_codes" ADD CONSTRAINT "ambiguous_codes_project_id_key_fkey" FOREIGN KEY ("project_id","key") REFERENCES "public"."codes"("project_id","key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_tokens" ADD CONSTRAINT "claim_tokens_project_id_code_key_email_fkey" FOREIGN KEY ("project_id","code_key","email") REFERENCES "public"."claims"("project_id","code_key","email") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_project_id_code_key_fkey" FOREIGN KEY ("project_id","code_key") REFERENCES "public"."codes"("project_id","key") ON DELETE no action ON UPDATE cascade;