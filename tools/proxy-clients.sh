#!/usr/bin/env bash
# Tries clients that are not in Java against a running proxy: those of the system that are there, and drivers for Python,
# Go and Node that it fetches into a folder which it removes. With sysbench it measures as well; a relay, such as HAProxy in TCP mode,
# and the database itself are given as host:port for the comparison.
#
#   tools/proxy-clients.sh HOST PORT USER PASSWORD DATABASE [name=host:port:user:password:database ...]
set -euo pipefail

host=$1 port=$2 user=$3 password=$4 database=$5
shift 5

say() { printf '%-28s %s\n' "$1" "$2"; }

for client in mariadb mysql; do
  if command -v "$client" > /dev/null; then
    answer=$("$client" --host="$host" --port="$port" --user="$user" --password="$password" --batch \
      --skip-column-names --execute="SELECT 40 + 2" "$database")
    say "$client" "$answer"
  fi
done

folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
export HOST=$host PORT=$port LOGIN=$user PASSWORD=$password DATABASE=$database

if command -v python3 > /dev/null; then
  python3 -m venv "$folder/python"
  "$folder/python/bin/pip" install --quiet pymysql mysql-connector-python
  "$folder/python/bin/python" - <<'PYTHON'
import os
import mysql.connector
import pymysql

where = dict(host=os.environ["HOST"], port=int(os.environ["PORT"]), user=os.environ["LOGIN"],
             password=os.environ["PASSWORD"], database=os.environ["DATABASE"])
with pymysql.connect(**where) as connection, connection.cursor() as cursor:
    cursor.execute("SELECT %s + 2", (40,))
    print("%-28s %s" % ("PyMySQL", cursor.fetchone()[0]))
connection = mysql.connector.connect(ssl_disabled=True, **where)
cursor = connection.cursor(prepared=True)
cursor.execute("SELECT ? + 2", (40,))
print("%-28s %s" % ("mysql-connector-python", cursor.fetchone()[0]))
PYTHON
  if "$folder/python/bin/pip" install --quiet mysqlclient > "$folder/mysqlclient.log" 2>&1; then
    "$folder/python/bin/python" -c 'import MySQLdb, os
cursor = MySQLdb.connect(host=os.environ["HOST"], port=int(os.environ["PORT"]), user=os.environ["LOGIN"],
                         password=os.environ["PASSWORD"], database=os.environ["DATABASE"]).cursor()
cursor.execute("SELECT %s + 2", (40,))
print("%-28s %s" % ("mysqlclient", cursor.fetchone()[0]))'
  else
    say mysqlclient "not tried: it does not build here, see its headers' package"
  fi
fi

if command -v go > /dev/null; then
  mkdir "$folder/go"
  cat > "$folder/go/main.go" <<'GO'
package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"

	"github.com/go-sql-driver/mysql"
)

func main() {
	where := mysql.NewConfig()
	where.Net, where.Addr = "tcp", os.Getenv("HOST")+":"+os.Getenv("PORT")
	where.User, where.Passwd, where.DBName = os.Getenv("LOGIN"), os.Getenv("PASSWORD"), os.Getenv("DATABASE")
	db, err := sql.Open("mysql", where.FormatDSN())
	if err != nil {
		panic(err)
	}
	transaction, err := db.BeginTx(context.Background(), &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if err != nil {
		panic(err)
	}
	var answer int
	if err := transaction.QueryRow("SELECT ? + 2 LIMIT ?", 40, 1).Scan(&answer); err != nil {
		panic(err)
	}
	if err := transaction.Commit(); err != nil {
		panic(err)
	}
	fmt.Printf("%-28s %d\n", "go-sql-driver", answer)
}
GO
  (cd "$folder/go" && go mod init client && GOPATH="$folder/gopath" go mod tidy && GOPATH="$folder/gopath" go run .) \
    2> "$folder/go.log" || cat "$folder/go.log"
fi

if command -v npm > /dev/null; then
  (cd "$folder" && npm install --silent mysql2 > npm.log 2>&1)
  (cd "$folder" && node -e '
const mysql = require("mysql2/promise");
const {HOST, PORT, LOGIN, PASSWORD, DATABASE} = process.env;
mysql.createConnection({host: HOST, port: +PORT, user: LOGIN, password: PASSWORD, database: DATABASE}).then(async c => {
  const [rows] = await c.execute("SELECT ? + 2 AS answer LIMIT ?", [40, "1"]);
  console.log("mysql2".padEnd(28), rows[0].answer);
  await c.end();
});')
fi

if command -v php > /dev/null && php -m | grep -qi '^pdo_mysql$'; then
  php -r '
$where = sprintf("mysql:host=%s;port=%s;dbname=%s", getenv("HOST"), getenv("PORT"), getenv("DATABASE"));
foreach (["emulated" => true, "native" => false] as $name => $emulated) {
    $pdo = new PDO($where, getenv("LOGIN"), getenv("PASSWORD"), [PDO::ATTR_EMULATE_PREPARES => $emulated]);
    $statement = $pdo->prepare("SELECT ? + 2");
    $statement->execute([40]);
    printf("%-28s %s\n", "PHP, PDO, $name prepares", $statement->fetchColumn());
}'
else
  say PHP "not tried: php with pdo_mysql is not there"
fi

if command -v sysbench > /dev/null; then
  measure() { # name host port user password database script threads mode
    result=$(sysbench --db-driver=mysql --mysql-host="$2" --mysql-port="$3" --mysql-user="$4" --mysql-password="$5" \
      --mysql-db="$6" --tables=1 --table-size=20000 --auto_inc=off --rand-type=uniform --db-ps-mode="$9" \
      --threads="$8" --time=10 "$7" run | sed -n 's/.*transactions:.*(\(.*\) per sec.*/\1/p')
    say "$1 $7 $8 $9" "$result per second"
  }
  sysbench --db-driver=mysql --mysql-host="$host" --mysql-port="$port" --mysql-user="$user" \
    --mysql-password="$password" --mysql-db="$database" --tables=1 --table-size=20000 --auto_inc=off \
    oltp_point_select prepare > /dev/null
  for threads in 1 4 16 100 200; do
    for mode in auto disable; do
      for each in "proxy=$host:$port:$user:$password:$database" "$@"; do
        IFS=: read -r other_host other_port other_user other_password other_database <<< "${each#*=}"
        measure "${each%%=*}" "$other_host" "$other_port" "$other_user" "$other_password" "$other_database" \
          oltp_point_select "$threads" "$mode"
      done
    done
  done
fi
