-- Before this, db/code-keys.ts has given codes of earlier versions their key.
COMMENT ON COLUMN "codes"."key" IS 'Letters and digits under compatibility composition and full case folding';
