"""Caches on disk that tests share, kept free of what mutants leave there.

Compiled kernels are named by their texts, so that any mutant may have them. Plans and what else is found by a
question are not: a mutant's answer would be taken for the right one later, and the right one, found by a mutant,
would hide what the mutant gets wrong. So they are removed before every test, but for those that a test which runs
meanwhile has used; and after each mutant the folders are as they were before it.
"""
import math
import os
import re
import shutil

KEPT = (".so", ".cubin")  # entries that are named by the text they were compiled from
ENTRY = re.compile(r"[0-9a-f]{32}\.\w+")


def cache_folders(build, tests):
    """Folders that the environment of tests names, and those that a build tree has for them."""
    folders = {test.environment.get("WEFT_CACHE_DIR") for test in tests} - {None, ""}
    folders |= {os.path.join(build, name) for name in
                ("test-cache", "tests/kernel-cache", "tests/fake-cuda-cache", "mutants/home/weft")}
    return sorted(os.path.realpath(folder) for folder in folders)


def entries(folder):
    try:
        return {entry.name: entry.inode() for entry in os.scandir(folder) if ENTRY.fullmatch(entry.name)}
    except FileNotFoundError:
        return {}


class Caches:
    def __init__(self, folders, store):
        self.folders = list(folders)
        self.store = store  # a folder on the same disk, for links to what was there

    def forget_answers(self, unused_since=math.inf):
        """Removes entries that do not follow from their own names, if nobody has used them since that time."""
        for folder in self.folders:
            for name in entries(folder):
                path = os.path.join(folder, name)
                if not name.endswith(KEPT) and last_used(path) < unused_since:
                    remove(path)

    def save(self):
        """Remembers what is there."""
        self.forget_answers()
        shutil.rmtree(self.store, ignore_errors=True)
        for number, folder in enumerate(self.folders):
            kept = os.path.join(self.store, str(number))
            os.makedirs(kept)
            for name in entries(folder):
                os.link(os.path.join(folder, name), os.path.join(kept, name))

    def restore(self):
        """Makes the folders what they were when save() was called."""
        for number, folder in enumerate(self.folders):
            kept = os.path.join(self.store, str(number))
            wanted, there = entries(kept), entries(folder)
            for name, inode in there.items():
                if wanted.get(name) != inode:
                    remove(os.path.join(folder, name))
            for name, inode in wanted.items():
                if there.get(name) != inode:
                    os.makedirs(folder, exist_ok=True)
                    os.link(os.path.join(kept, name), os.path.join(folder, name))


def last_used(path):
    """When an entry was written or found last, in seconds; never, where it is gone."""
    try:
        return os.stat(path).st_mtime
    except FileNotFoundError:
        return -math.inf


def remove(path):
    try:
        os.remove(path)
    except FileNotFoundError:
        pass
