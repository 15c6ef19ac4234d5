#!/bin/sh
# Creates the role of the web server and the worker when the database is new. Migrations let it read and write rows.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
create role gatehouse login password :'password';
SQL
