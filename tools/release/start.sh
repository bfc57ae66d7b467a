#!/usr/bin/env bash
# Does what start/README.md says, with the staged artifacts and an empty local repository:
#   tools/release/start.sh STAGING VERSION FOLDER
# The commands, and the answers of the service, are those of the page. Prints the seconds at the end. Needs curl.
set -euo pipefail
cd "$(dirname "$0")/../.."
staging=$(realpath "$1") version=$2 folder=$(realpath -m "$3")

# Prints the block of the page in LANGUAGE that has WORD
block() {
    awk -v language="$1" -v word="$2" '
        /^```/ && !inside { inside = 1; kept = ""; wanted = ($0 == "```" language); next }
        /^```/ { if (wanted && index(kept, word)) printf "%s", kept; inside = 0; next }
        inside { kept = kept $0 "\n" }' start/README.md
}
requests=$(block console "/orders")
rename=$(block shell "org/acme")
[ -n "$requests" ] && [ -n "$rename" ]
rm -rf "$folder"
mkdir -p "$folder"
git archive HEAD start | tar -x -C "$folder" --strip-components=1
cat >"$folder/settings.xml" <<XML
<settings>
    <profiles>
        <profile>
            <id>staging</id>
            <repositories>
                <repository>
                    <id>staging</id>
                    <url>file://$staging</url>
                    <snapshots><enabled>false</enabled></snapshots>
                </repository>
            </repositories>
        </profile>
    </profiles>
    <activeProfiles>
        <activeProfile>staging</activeProfile>
    </activeProfiles>
</settings>
XML
cd "$folder"
bash -euo pipefail -c "$rename"
grep -r com.example src && { echo "The package is not renamed."; exit 1; }
sed -i "/<artifactId>sharding-bom</{n;s:<version>.*</version>:<version>$version</version>:}" pom.xml
maven=(./mvnw -s settings.xml -Dmaven.repo.local="$folder/repository")
start=$SECONDS
"${maven[@]}" -q verify >verify.log 2>&1 || { cat verify.log; exit 1; }
SERVER_PORT=0 "${maven[@]}" spring-boot:run >run.log 2>&1 &
service=$!
trap 'kill $service; wait' EXIT
until port=$(sed -n 's/.*Tomcat started on port \([0-9]*\).*/\1/p' run.log) && grep -q "Started ShopApplication" run.log; do
    kill -0 $service || { cat run.log; exit 1; }
    sleep 0.2
done
grep -q " WARN " run.log && { cat run.log; exit 1; }
# Ids differ from run to run
ids() { sed 's/"[0-9]\{15,\}"/"id"/g'; }
while read -r line; do
    if [[ $line == '$ '* ]]; then
        answer=$(bash -c "${line#'$ '}" | ids)
    elif [ "$answer" != "$(ids <<<"$line")" ]; then
        echo "It answers $answer instead of $line"
        exit 1
    fi
done <<<"${requests//localhost:8080/localhost:$port}"
echo "$((SECONDS - start)) s"
