"""Every module that the page needs to start is named in its head, and no other."""

from watai.server.web.files import read_files
from watai.server.web.preloads import modules, preloaded

FILES = {
    "/main.js": b'import { App } from "./app.js";\n',
    "/app.js": b'import {\n  a,\n} from "./parts/a.js";\nimport "./parts/b.js";\nimport("./later.js");\n',
    "/parts/a.js": b'import { b } from "./b.js";\nimport { App } from "../app.js";\n',
    "/parts/b.js": b"",
    "/later.js": b"",
}


def test_modules_are_found_through_each_other_once_and_later_ones_are_not() -> None:
    assert modules(FILES) == ["/main.js", "/app.js", "/parts/a.js", "/parts/b.js"]


def test_the_head_of_the_page_names_them() -> None:
    page = preloaded(b"<head></head>", {"/main.js": b""})
    assert page == b'<head><link rel="modulepreload" href="/main.js">\n</head>'


def test_the_page_itself_names_only_files_that_exist() -> None:
    files = read_files()
    assert "/screens/start.js" in modules(files)
    assert "/games/watai/face.js" not in modules(files)
    assert files["/index.html"].count(b"modulepreload") == len(modules(files))
