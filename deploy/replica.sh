#!/bin/bash
# A streaming replica of the database on a host, in PGDATA: copies it at the first start, then follows it.
# Usage: PGDATA=... PGPASSWORD=... replica.sh <host> <user> [options of postgres]
set -euo pipefail
host=$1
user=$2
shift 2
if [ ! -d "$PGDATA" ]; then
  # A copy that was interrupted is made again.
  rm -rf "$PGDATA.part"
  pg_basebackup --host="$host" --username="$user" --pgdata="$PGDATA.part" --wal-method=stream --checkpoint=fast \
    --write-recovery-conf
  mv "$PGDATA.part" "$PGDATA"
fi
# Queries of pages are not cancelled because the primary removes old rows.
exec postgres -c hot_standby_feedback=on "$@"
