-- Checking and running an import update each row. With space on the page, its indexes stay as they are.
ALTER TABLE "import_rows" SET (fillfactor = 30);
