#!/usr/bin/env bash
# Does what a reader of the README does, in an empty project with an empty local repository:
#   tools/release/first-use.sh STAGING VERSION FOLDER
# The dependency, the settings, the code and the output are the README's. Prints the seconds at the end.
set -euo pipefail
cd "$(dirname "$0")/../.."
staging=$(realpath "$1") version=$2 folder=$3
boot=$(sed -n 's:.*<spring-boot.version>\(.*\)</spring-boot.version>.*:\1:p' pom.xml)

# Prints the block of README.md in LANGUAGE that has WORD
block() {
    awk -v language="$1" -v word="$2" '
        /^```/ && !inside { inside = 1; kept = ""; wanted = ($0 == "```" language); next }
        /^```/ { if (wanted && index(kept, word)) printf "%s", kept; inside = 0; next }
        inside { kept = kept $0 "\n" }' README.md
}
rm -rf "$folder"
# .mvn: Maven takes no settings of the folders above
mkdir -p "$folder/.mvn" "$folder/src/main/java/shop" "$folder/src/main/resources"
block yaml "jdbc:h2:mem:ds0" >"$folder/src/main/resources/application.yml"
block text "ORDERS=2" >"$folder/expected.txt"
[ -s "$folder/src/main/resources/application.yml" ] && [ -s "$folder/expected.txt" ]
cat >"$folder/src/main/java/shop/Shop.java" <<JAVA
package shop;

import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

@SpringBootApplication
public class Shop {
    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments);
    }

$(block java "ApplicationRunner orders")
}
JAVA
# The README's version is that of its day; the driver has none here, so that the BOM gives it
cat >"$folder/pom.xml" <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
    <modelVersion>4.0.0</modelVersion>
    <parent>
        <groupId>org.springframework.boot</groupId>
        <artifactId>spring-boot-starter-parent</artifactId>
        <version>$boot</version>
        <relativePath/>
    </parent>
    <groupId>shop</groupId>
    <artifactId>shop</artifactId>
    <version>1</version>
    <repositories>
        <repository>
            <id>staging</id>
            <url>file://$staging</url>
            <snapshots><enabled>false</enabled></snapshots>
        </repository>
    </repositories>
    <dependencyManagement>
        <dependencies>
            <dependency>
                <groupId>io.shardkit</groupId>
                <artifactId>sharding-bom</artifactId>
                <version>$version</version>
                <type>pom</type>
                <scope>import</scope>
            </dependency>
        </dependencies>
    </dependencyManagement>
    <dependencies>
$(block xml sharding-spring-boot-starter | sed "s:<version>.*</version>:<version>$version</version>:")
        <dependency>
            <groupId>io.shardkit</groupId>
            <artifactId>sharding-jdbc-driver</artifactId>
        </dependency>
        <dependency>
            <groupId>com.h2database</groupId>
            <artifactId>h2</artifactId>
        </dependency>
    </dependencies>
    <build>
        <plugins>
            <plugin>
                <groupId>org.springframework.boot</groupId>
                <artifactId>spring-boot-maven-plugin</artifactId>
            </plugin>
        </plugins>
    </build>
</project>
XML
mvnw=$PWD/mvnw
cd "$folder"
start=$SECONDS
"$mvnw" -q -f pom.xml -Dmaven.repo.local="$folder/repository" package >build.log 2>&1 || { cat build.log; exit 1; }
java -jar target/shop-1.jar >output.txt 2>&1 || { cat output.txt; exit 1; }
cat output.txt
grep -q " WARN " output.txt && { echo "It warns."; exit 1; }
while read -r expected; do
    grep -qxF "$expected" output.txt || { echo "It does not print: $expected"; exit 1; }
done <expected.txt
echo "$((SECONDS - start)) s"
