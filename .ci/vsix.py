"""Packs the extension for Visual Studio Code: a zip file with two manifests around the files of editors/vscode. The same files give the same bytes.

`.ci/vsix.py CHECKSUMS FILE` needs `editors/vscode/dist/extension.js`, which `npm run bundle` makes there. CHECKSUMS is the list of the archives that the
extension may download (gate/checksums). Version and address of the repository are those of Cargo.toml.
"""

import json
import os
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

from slipyard_wheel import ROOT, manifest

SOURCE = os.path.join(ROOT, "editors", "vscode")
FILES = ["README.md", "CHANGELOG.md", "LICENSE", "LICENSE-MIT", "LICENSE-APACHE", "language-configuration.json"]
FOLDERS = ["dist", "snippets", "syntaxes"]
# Media types of everything in the package by the end of its name.
TYPES = {
    "json": "application/json",
    "js": "application/javascript",
    "md": "text/markdown",
    "txt": "text/plain",
    "vsixmanifest": "text/xml",
}


def read(path):
    with open(os.path.join(SOURCE, path), "rb") as file:
        return file.read()


def described():
    """Returns package.json with the version and the address of Cargo.toml, without what only development needs."""
    package = json.loads(read("package.json"))
    for key in ("scripts", "devDependencies", "private"):
        package.pop(key, None)
    package["version"] = manifest("version")
    package["repository"] = {"type": "git", "url": manifest("repository")}
    return package


def vsix_manifest(package):
    """Returns the manifest that the editor reads before it unpacks anything."""
    address = package["repository"]["url"]
    properties = {
        "Microsoft.VisualStudio.Code.Engine": package["engines"]["vscode"],
        "Microsoft.VisualStudio.Code.ExtensionKind": "workspace",
        "Microsoft.VisualStudio.Services.Links.Source": address,
        "Microsoft.VisualStudio.Services.Links.Getstarted": address,
    }
    lines = "".join(f"      <Property Id={quoteattr(name)} Value={quoteattr(value)}/>\n" for name, value in properties.items())
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={quoteattr(package["name"])} Version={quoteattr(package["version"])} Publisher={quoteattr(package["publisher"])}/>
    <DisplayName>{escape(package["displayName"])}</DisplayName>
    <Description xml:space="preserve">{escape(package["description"])}</Description>
    <Tags>{escape(",".join(package["keywords"]))}</Tags>
    <Categories>{escape(",".join(package["categories"]))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
{lines}    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Changelog" Path="extension/CHANGELOG.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def content_types(names):
    """Returns the list of media types, which every zip file of this kind must have."""
    ends = sorted({name.rsplit(".", 1)[-1] for name in names if "." in name})
    defaults = "".join(f'<Default Extension=".{end}" ContentType="{TYPES[end]}"/>' for end in ends)
    overrides = "".join(f'<Override PartName="/{name}" ContentType="text/plain"/>' for name in names if "." not in os.path.basename(name))
    return f'<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{defaults}{overrides}</Types>\n'


def pack(checksums, target):
    """Writes the extension to a file and returns its name."""
    if not os.path.exists(os.path.join(SOURCE, "dist", "extension.js")):
        raise SystemExit("editors/vscode/dist/extension.js is missing: run `npm ci && npm run bundle` in editors/vscode")
    package = described()
    files = {"extension/package.json": (json.dumps(package, indent=2) + "\n").encode()}
    for name in FILES:
        files[f"extension/{'LICENSE.txt' if name == 'LICENSE' else name}"] = read(name)
    for folder in FOLDERS:
        for name in sorted(os.listdir(os.path.join(SOURCE, folder))):
            files[f"extension/{folder}/{name}"] = read(os.path.join(folder, name))
    files["extension/checksums"] = checksums
    parts = {"extension.vsixmanifest": vsix_manifest(package).encode(), **files}
    parts = {"[Content_Types].xml": content_types(list(parts)).encode(), **parts}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as out:
        for path, data in parts.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            out.writestr(entry, data)
    return target


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as listed:
        print(pack(listed.read(), sys.argv[2]))
