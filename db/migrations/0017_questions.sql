ALTER TABLE "leads" ADD COLUMN "answers" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "questions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "leads_answers_idx" ON "leads" USING gin ("answers" jsonb_path_ops) WHERE "leads"."answers" <> '{}';