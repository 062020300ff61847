"""Packs the folder of the browser edition: `web_zip.py FOLDER FILE NAME`. The same files give the same bytes."""

import os
import sys
import time
import zipfile


def pack(folder, path, name):
    """Writes every file of the folder below `name`, with the time of the commit."""
    moment = time.gmtime(max(int(os.environ["SOURCE_DATE_EPOCH"]), 315532800))[:6]
    files = sorted(os.path.join(root, file) for root, _, files in os.walk(folder) for file in files)
    if os.path.join(folder, "index.html") not in files:
        sys.exit(f"{folder} is not the browser edition: it has no index.html")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in files:
            info = zipfile.ZipInfo(f"{name}/{os.path.relpath(file, folder)}".replace(os.sep, "/"), moment)
            info.external_attr = 0o100644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            with open(file, "rb") as source:
                archive.writestr(info, source.read())


if __name__ == "__main__":
    pack(*sys.argv[1:4])
