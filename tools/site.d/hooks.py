"""What the site adds to MkDocs: pages from outside docs/, the Javadoc, Mermaid from here, and checks of what was built."""

import json
import logging
import os
import posixpath
import re
import zipfile
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from mkdocs.structure.files import File

ROOT = Path(__file__).parents[2]
WORK = ROOT / ".site"
API = WORK / ("nothing" if os.environ.get("WITHOUT_API") else "api")
BRANCH = "main"

# Pages of the repository that are not in docs/: their path here, and in the site
OUTSIDE = {
    "CHANGELOG.md": "CHANGELOG.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "sample-order-service/README.md": "sample-order-service/README.md",
    "start/README.md": "start/README.md",
}

# Modules with a Java API, and the place of each one's Javadoc in the site
MODULES = {
    "sharding-engine": "the engine: algorithms, key generators, hints, listeners, errors, the rule, moves, restore points",
    "sharding-autoconfigure": "the beans and settings of Spring Boot",
    "sharding-jta": "data sources as XA resources of JTA transactions",
    "sharding-jdbc-driver": "the JDBC driver",
}
MERMAID = "assets/mermaid.min.js"

# Words by which people search for what a heading calls otherwise; the search weighs titles above all
ALSO = {
    "configuration.html#properties": "Properties: application.yml, application.properties",
    "getting-started.html#2-create-a-project": "Create a project: the Spring Boot starter",
    "transactions.html#atomic": "atomic: two-phase commit, 2PC, XA",
    "sql-support.html#reads-over-several-units-merged": "Reads over several units: merged; pagination, LIMIT and OFFSET",
    "other-tables.html": "Tables that are not sharded: broadcast tables, single tables",
}

log = logging.getLogger("mkdocs.hooks.site")


def on_config(config):
    # Set by mike, which publishes versions side by side
    if os.environ.get("MIKE_DOCS_VERSION"):
        config.extra["version"] = {"provider": "mike", "alias": True}
    return config


def on_files(files, config):
    for path, uri in OUTSIDE.items():
        page = File.generated(config, uri, abs_src_path=str(ROOT / path))
        page.edit_uri = "../" + path
        files.append(page)
    with zipfile.ZipFile(next(WORK.glob("lib/mermaid-*.jar"))) as jar:
        [name] = [name for name in jar.namelist() if name.endswith("/dist/mermaid.min.js")]
        files.append(File.generated(config, MERMAID, content=jar.read(name)))
    files.append(File.generated(config, "api.md", content=api_page()))
    for path in API.rglob("*"):
        if path.is_file():
            uri = "api/" + path.relative_to(API).as_posix()
            # Licences of what Javadoc uses are no pages
            uri = uri + ".txt" if uri.endswith(".md") else uri
            files.append(File.generated(config, uri, abs_src_path=str(path)))
    return files


def api_page():
    lines = ["# API", ""]
    if API.is_dir():
        lines += ["The Javadoc of the modules that have a Java API:", "", "| module | API |", "| --- | --- |"]
        lines += [f"| [{module}](api/{module}/index.html) | {purpose} |" for module, purpose in MODULES.items()]
        lines += [""]
    else:
        lines += ["The Javadoc was left out of this build of the site.", ""]
    lines += ["[Contributing](CONTRIBUTING.md#public-api) says which packages are API, and"]
    lines += ["[Upgrading](upgrading.md#promises-of-a-version) what each kind of version may change.", ""]
    return "\n".join(lines)


def on_page_markdown(markdown, page, config, files):
    """Leads links to files outside docs/ to their page in the site, else to the repository."""
    here = page.file.src_uri
    home = here if here in OUTSIDE.values() else "docs/" + here

    def target(link):
        parts = urlsplit(link.group(2))
        if parts.scheme or parts.netloc or not parts.path:
            return link.group(0)
        path = posixpath.normpath(posixpath.join(posixpath.dirname(home), parts.path))
        if path in OUTSIDE:
            uri = OUTSIDE[path]
        elif path.startswith("docs/") or home == "docs/api.md":
            uri = path.removeprefix("docs/")
        else:
            kind = "tree" if (ROOT / path).is_dir() else "blob"
            return link.group(1) + f"{config.repo_url.rstrip('/')}/{kind}/{BRANCH}/{path}" + fragment(parts)
        return link.group(1) + posixpath.relpath(uri, posixpath.dirname(here) or ".") + fragment(parts)

    def fragment(parts):
        return "#" + parts.fragment if parts.fragment else ""

    fences = re.split(r"(^ *```.*?^ *```$)", markdown, flags=re.M | re.S)
    fences[::2] = [re.sub(r"(\]\()([^)\s]+)", target, text) for text in fences[::2]]
    page.common_markdown = "".join(fences)
    # A | in code ends no cell here, and its backslash would be shown
    fences[::2] = [re.sub(r"`[^`\n]*`", unescaped, text) for text in fences[::2]]
    return "".join(fences)


def unescaped(code):
    return code.group().replace("\\|", "|")


class Shape(HTMLParser):
    """The text of a page without white space, and how many there are of each element."""

    ELEMENTS = {"h1", "h2", "h3", "h4", "ul", "ol", "li", "table", "tr", "th", "td", "pre", "code", "em", "strong", "img"}

    def __init__(self, html):
        super().__init__()
        self.elements = Counter()
        self.text = []
        self.permalink = False
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        if tag == "a" and ("class", "headerlink") in attrs:
            self.permalink = True
        elif tag in self.ELEMENTS:
            self.elements[tag] += 1

    def handle_endtag(self, tag):
        if tag == "a":
            self.permalink = False

    def handle_data(self, data):
        if not self.permalink:
            self.text += data.split()


def on_page_content(html, page, config, files):
    """Compares the page with what CommonMark, and so a Git host, makes of it."""
    here = Shape(html)
    there = Shape(MarkdownIt("commonmark").enable("table").render(page.common_markdown))
    if here.elements != there.elements:
        differing = {tag: (here.elements[tag], there.elements[tag]) for tag in Shape.ELEMENTS}
        differing = {tag: counts for tag, counts in differing.items() if counts[0] != counts[1]}
        log.warning("%s: elements in the site, and on a Git host: %s", page.file.src_uri, differing)
    ours, theirs = "".join(here.text), "".join(there.text)
    if ours != theirs:
        at = len(os.path.commonprefix([ours, theirs]))
        log.warning("%s: reads otherwise than on a Git host: %r, %r", page.file.src_uri, ours[at:at + 60], theirs[at:at + 60])
    # A head without a word is no head
    return re.sub(r"<th([^>]*)></th>", r"<td\1></td>", html)


def on_post_page(output, page, config):
    """Names the search, and loads Mermaid where there is a diagram, from the site: otherwise the theme would fetch it."""
    output = output.replace('data-md-component="search" role="dialog"', 'data-md-component="search" role="dialog" aria-label="Search"')
    if '<pre class="mermaid">' not in output:
        return output
    script = f'<script src="{posixpath.relpath(MERMAID, posixpath.dirname(page.url) or ".")}"></script>'
    bundle = re.search(r'<script src="[^"]*assets/javascripts/bundle\.', output)
    return output[:bundle.start()] + script + output[bundle.start():]


class Resources(HTMLParser):
    """The links of a built page, and what it loads."""

    def __init__(self, html):
        super().__init__()
        self.links = []
        self.loaded = []
        self.ids = set()
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if values.get("id"):
            self.ids.add(values["id"])
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        elif tag == "link" and values.get("rel") not in ("canonical", "prev", "next"):
            self.loaded.append(values.get("href"))
        elif tag in ("img", "script", "iframe", "source") and values.get("src"):
            self.loaded.append(values["src"])


def on_post_build(config):
    """Has the search find each error code and what goes by other names, and checks what was built."""
    site = Path(config.site_dir)
    index = site / "search/search_index.json"
    search = json.loads(index.read_text())
    titles = {entry["location"]: entry for entry in search["docs"]}
    for location, title in ALSO.items():
        if location not in titles:
            log.warning("The search has no %s", location)
        else:
            titles[location]["title"] = title
    row = r'<td><a id="([^"]*)"></a><code>(.*?)</code></td>\s*<td><code>(.*?)</code></td>\s*<td>(.*?)</td>\s*<td>(.*?)</td>'
    for anchor, code, name, reason, action in re.findall(row, (site / "error-codes.html").read_text(), re.S):
        entry = {"location": "error-codes.html#" + anchor, "title": f"{code}: {name}", "text": f"<p>{reason} {action}</p>"}
        search["docs"].append(entry)
    index.write_text(json.dumps(search))
    check_resources(site)


def check_resources(site):
    """Checks that nothing which a page loads is elsewhere, and that nothing it leads to is missing."""
    pages = {path: Resources(path.read_text()) for path in site.rglob("*.html") if path.name != "404.html"}
    for path, page in pages.items():
        name = path.relative_to(site)
        for url in page.loaded:
            if urlsplit(url).netloc:
                log.warning("%s loads %s", name, url)
        for url in page.links + page.loaded:
            parts = urlsplit(url)
            if parts.scheme or parts.netloc or url.startswith("javascript:"):
                continue
            there = Path(os.path.normpath(path.parent / unquote(parts.path))) if parts.path else path
            there = there / "index.html" if there.is_dir() else there
            if not there.is_file():
                log.warning("%s leads to %s, which is not there", name, url)
            elif parts.fragment and "api" not in name.parts and there in pages:
                if unquote(parts.fragment) not in pages[there].ids:
                    log.warning("%s leads to %s, which has no such anchor", name, url)
    for path in site.rglob("*.css"):
        for url in re.findall(r"url\([\"']?(https?:[^)\"']*)", path.read_text()):
            log.warning("%s loads %s", path.relative_to(site), url)
