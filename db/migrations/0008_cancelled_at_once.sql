ALTER TABLE "tasks" DROP COLUMN "cancel_asked";
