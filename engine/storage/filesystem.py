"""The type of the file system of a path, as far as the system reports it (mount table).

SQLite's WAL needs memory that is shared by all programs that have the file open, which is
impossible across computers. On network file systems, a store therefore uses a rollback journal.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

MOUNT_TABLE: Final = Path("/proc/self/mountinfo")

ON_THE_NETWORK: Final = frozenset(
    {
        *("nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "coda", "9p", "ceph", "lustre"),
        *("glusterfs", "beegfs", "gpfs", "orangefs", "pvfs2", "ocfs2", "gfs2"),
        *("fuse.sshfs", "fuse.smbnetfs", "fuse.rclone", "fuse.s3fs", "fuse.davfs"),
        *("fuse.glusterfs", "fuse.ceph", "fuse.ceph-fuse", "fuse.gvfsd-fuse", "fuse.nfs-ganesha"),
        *("fuse.juicefs", "fuse.seaweedfs", "fuse.gcsfuse", "fuse.goofys", "fuse.curlftpfs"),
    }
)
"""Types of file systems whose files can be open on several computers at once."""

_ESCAPED: Final = re.compile(r"\\([0-7]{3})")


def is_on_network(path: Path) -> bool:
    """Whether programs on other computers can have the file at `path` open. False if the type of
    its file system is unknown."""
    return kind_at(path) in ON_THE_NETWORK


def kind_at(path: Path) -> str | None:
    """Return the type of the file system of a path, which does not have to exist; None if the type
    is unknown."""
    try:
        return kind_in(
            MOUNT_TABLE.read_text(encoding="utf-8", errors="surrogateescape"), path.resolve()
        )
    except OSError:
        return None


def kind_in(mounts: str, path: Path) -> str | None:
    """Return the type of the file system of `path`; None if it is unknown. `mounts` is the text of
    `/proc/self/mountinfo`, and `path` must not contain symbolic links. If several file systems are
    mounted at the same place, the last one counts."""
    nearest, depth = None, 0
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        fields, kind = before.split(" "), after.partition(" ")[0]
        if len(fields) < 5 or not kind:
            continue
        point = Path(_ESCAPED.sub(lambda code: chr(int(code[1], 8)), fields[4]))
        if path.is_relative_to(point) and len(point.parts) >= depth:
            nearest, depth = kind, len(point.parts)
    return nearest
