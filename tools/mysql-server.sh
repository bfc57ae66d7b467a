#!/usr/bin/env bash
# Puts the programs of a real MySQL server, and mysqldump, into a folder, for the tests: tools/mysql-server.sh [FOLDER]
# The default is .mysql beside the project's pom.xml, where ./mvnw verify looks for them. Nothing of the system is changed:
# the packages of Debian's newest suite are unpacked and run by their own loader, so any Linux on x86_64 or arm64 with
# Debian's apt will do. Does nothing where the folder has them already. About 180 MB.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(realpath -m "${1:-.mysql}")
if [ -x "$folder/mysqld" ] && [ -x "$folder/mysqldump" ]; then
    "$folder/mysqld" --version
    exit 0
fi
for program in apt-get dpkg-deb; do
    command -v "$program" >/dev/null || { echo "No $program here: no MySQL server for the tests" >&2; exit 1; }
done
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[ -f "$keyring" ] || { echo "No $keyring here: no MySQL server for the tests" >&2; exit 1; }

apt=$folder/apt
rm -rf "$folder"
mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$folder/root"
: >"$apt/status"
cat >"$apt/sources.sources" <<SOURCES
Types: deb
URIs: $(apt-get indextargets --format '$(REPO_URI)' | head -n 1)
Suites: ${SUITE:-sid}
Components: main
Signed-By: $keyring
SOURCES
options=(
    -o Dir::Etc::sourcelist="$apt/sources.sources"
    -o Dir::Etc::sourceparts=/dev/null
    -o Dir::State="$apt"
    -o Dir::State::Lists="$apt/lists"
    -o Dir::State::status="$apt/status"
    -o Dir::Cache="$apt"
    -o Dir::Cache::archives="$apt/archives"
    -o APT::Sandbox::User="$(id -un)"
    -o Debug::NoLocking=1
    -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false
    -o Acquire::Languages=none
    -o Acquire::Retries=3
)
apt-get "${options[@]}" -qq update
apt-get "${options[@]}" -qq -y --no-install-recommends --download-only install mysql-server-core mysql-client-core \
    >/dev/null
for package in "$apt"/archives/*.deb; do
    case $package in
        *krb5* | *ldap* | *sasl*) dpkg-deb -x "$package" "$folder/root" ;;
        *perl* | *gdbm* | *libdb5* | *gconv*) ;; # not needed to run the server
        *) dpkg-deb -x "$package" "$folder/root" ;;
    esac
done
rm -rf "$apt" "$folder"/root/usr/share/{doc,man,locale}

loader=$(echo "$folder"/root/usr/lib*/ld-linux-*.so.*)
libraries=$(dirname "$(find "$folder/root/usr/lib" -name libc.so.6 | head -n 1)")
usr=$folder/root/usr
cat >"$folder/mysqld.new" <<MYSQLD
#!/bin/sh
exec "$loader" --library-path "$libraries:$usr/lib/mysql/private" "$usr/sbin/mysqld" --no-defaults --basedir="$usr" \\
    --lc-messages-dir="$usr/share/mysql" --character-sets-dir="$usr/share/mysql/charsets" \\
    --plugin-dir="$usr/lib/mysql/plugin" --secure-file-priv= "\$@"
MYSQLD
cat >"$folder/mysqldump" <<MYSQLDUMP
#!/bin/sh
exec "$loader" --library-path "$libraries:$usr/lib/mysql/private" "$usr/bin/mysqldump" "\$@"
MYSQLDUMP
chmod +x "$folder/mysqld.new" "$folder/mysqldump"
"$folder/mysqld.new" --version
mv "$folder/mysqld.new" "$folder/mysqld"
