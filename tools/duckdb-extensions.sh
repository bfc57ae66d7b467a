#!/usr/bin/env bash
# Puts DuckDB's extensions for MySQL, PostgreSQL, TPC-H and TPC-DS into a folder, for the tests: tools/duckdb-extensions.sh [FOLDER]
# The default is .duckdb beside the project's pom.xml, where ./mvnw -Panalytics verify looks for them. They come with
# packages of PyPI, for DuckDB of the version that the tests use. Does nothing where the folder has them already. About 100 MB.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(realpath -m "${1:-.duckdb}")
version=1.5.5
missing=()
for extension in mysql_scanner postgres_scanner tpch tpcds; do
    [ -f "$folder/$extension.duckdb_extension" ] || missing+=("$extension")
done
[ ${#missing[@]} -gt 0 ] || exit 0
command -v python3 >/dev/null || { echo "No python3 here: no extensions of DuckDB for the tests" >&2; exit 1; }
mkdir -p "$folder"
wheels=$(mktemp -d)
trap 'rm -rf "$wheels"' EXIT
for extension in "${missing[@]}"; do
    package=duckdb-extension-${extension//_/-}
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --dest "$wheels" \
        "$package==$version"
    python3 -m zipfile -e "$wheels/duckdb_extension_$extension-$version"-*.whl "$wheels/$extension"
    mv "$wheels/$extension/duckdb_extension_$extension/extensions/v$version/$extension.duckdb_extension" "$folder"
done
ls "$folder"
