ALTER TABLE "import_rows" ADD COLUMN "unreadable" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "sheet" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "header_row" integer;