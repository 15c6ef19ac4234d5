ALTER TABLE "lead_invitations" ADD COLUMN "from_batch" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_invitations" ADD COLUMN "code_returned_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "from_batch" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "waves" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "lead_invitations" DROP CONSTRAINT "lead_invitations_pkey";
--> statement-breakpoint
ALTER TABLE "lead_invitations" ADD CONSTRAINT "lead_invitations_pkey" PRIMARY KEY("project_id","code_key","email");