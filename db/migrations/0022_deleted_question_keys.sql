DROP INDEX "leads_by_ended_invitation_idx";--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "deleted_question_keys" text[] DEFAULT '{}' NOT NULL;