"""The packages that peers come in, in a virtual environment outside the tree, and where builds lie."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import venv

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[2]
PACKAGES = FOLDER / "packages.txt"


def cache_folder():
    """Where environments and compiled programs are kept; may be deleted at any time."""
    home = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(home) / "weft-peers"


def build_folder():
    """The release tree that ./run and ./test build."""
    return pathlib.Path(os.environ.get("WEFT_TREES") or ROOT / "build") / "release"


def python():
    """The interpreter of an environment with exactly the packages of packages.txt, made where there is
    none yet. pip finds them as it is configured."""
    wanted = PACKAGES.read_bytes() + sys.version.encode()
    folder = cache_folder() / f"venv-{hashlib.sha256(wanted).hexdigest()[:12]}"
    interpreter = folder / "bin" / "python"
    if not (folder / "complete").exists():
        print(f"peers: installing {PACKAGES.name} into {folder}", file=sys.stderr)
        shutil.rmtree(folder, ignore_errors=True)
        venv.create(folder, with_pip=True)
        subprocess.run([interpreter, "-m", "pip", "install", "-q", "--disable-pip-version-check",
                        "-r", PACKAGES], check=True, stdout=sys.stderr)
        (folder / "complete").touch()
    return str(interpreter)
