-- The table holds prints too. Until all processes are replaced, those of the previous version use the old names.
LOCK TABLE "saved_exports", "saved_export_chunks" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "saved_exports" RENAME TO "saved_files";--> statement-breakpoint
ALTER TABLE "saved_files" RENAME CONSTRAINT "saved_exports_pkey" TO "saved_files_pkey";--> statement-breakpoint
ALTER TABLE "saved_files" RENAME CONSTRAINT "saved_exports_project_id_fkey" TO "saved_files_project_id_fkey";--> statement-breakpoint
ALTER TABLE "saved_export_chunks" RENAME TO "saved_file_chunks";--> statement-breakpoint
ALTER TABLE "saved_file_chunks" RENAME COLUMN "export_id" TO "file_id";--> statement-breakpoint
ALTER TABLE "saved_file_chunks" RENAME CONSTRAINT "saved_export_chunks_pkey" TO "saved_file_chunks_pkey";--> statement-breakpoint
ALTER TABLE "saved_file_chunks" RENAME CONSTRAINT "saved_export_chunks_project_id_export_id_fkey" TO "saved_file_chunks_project_id_file_id_fkey";--> statement-breakpoint
CREATE VIEW "saved_exports" AS SELECT * FROM "saved_files";--> statement-breakpoint
CREATE VIEW "saved_export_chunks" AS SELECT "project_id", "file_id" AS "export_id", "position", "content" FROM "saved_file_chunks";
