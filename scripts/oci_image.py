#!/usr/bin/env python3
"""Makes an OCI image archive of a root: `podman load -i FILE` takes it, and no registry is asked.

    oci_image.py ROOT.tar Containerfile VERSION OUT.oci.tar

What the image runs, and as whom, is read from the Containerfile, so that it is written once. The same root gives the same bytes.
The image specification: <https://github.com/opencontainers/image-spec>.
"""
import gzip
import hashlib
import io
import json
import os
import platform
import shlex
import sys
import tarfile
import time


def instructions(path):
    """Words behind each instruction, the last one of a name."""
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return dict(line.split(" ", 1) for line in lines)


def image_config(said, diff_id, created):
    machine = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    return {
        "created": created, "architecture": machine, "os": "linux",
        "config": {
            "User": said["USER"],
            "ExposedPorts": {said["EXPOSE"] + "/tcp": {}},
            "Env": ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"] + shlex.split(said["ENV"]),
            "Entrypoint": json.loads(said["ENTRYPOINT"]),
            "Cmd": json.loads(said["CMD"]),
            "Volumes": {said["VOLUME"]: {}},
            "WorkingDir": said["WORKDIR"],
            "StopSignal": said["STOPSIGNAL"],
        },
        "rootfs": {"type": "layers", "diff_ids": [diff_id]},
        "history": [{"created": created, "created_by": "mmdebstrap"}],
    }


def pack(root):
    """The layer, and the digest of what is in it."""
    packed, digest = io.BytesIO(), hashlib.sha256()
    with open(root, "rb") as file, gzip.GzipFile(filename="", mode="wb", fileobj=packed, compresslevel=6, mtime=0) as layer:
        while part := file.read(1 << 20):
            digest.update(part)
            layer.write(part)
    return packed.getvalue(), "sha256:" + digest.hexdigest()


def main():
    root, containerfile, version, out = sys.argv[1:5]
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch))
    with tarfile.open(out + ".new", "w", format=tarfile.USTAR_FORMAT) as archive:
        def add(name, data):
            info = tarfile.TarInfo(name)
            info.size, info.mtime, info.mode = len(data), epoch, 0o644
            archive.addfile(info, io.BytesIO(data))

        def blob(media_type, data, **more):
            digest = hashlib.sha256(data).hexdigest()
            add("blobs/sha256/" + digest, data)
            return {"mediaType": "application/vnd.oci.image." + media_type, "digest": "sha256:" + digest, "size": len(data), **more}

        def document(value):
            return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()

        layer, diff_id = pack(root)
        layer_blob = blob("layer.v1.tar+gzip", layer)
        config_blob = blob("config.v1+json", document(image_config(instructions(containerfile), diff_id, created)))
        manifest = {
            "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": config_blob,
            "layers": [layer_blob], "annotations": {"org.opencontainers.image.version": version},
        }
        names = {"org.opencontainers.image.ref.name": "localhost/feedsearch:" + version}
        manifest_blob = blob("manifest.v1+json", document(manifest), annotations=names)
        add("oci-layout", document({"imageLayoutVersion": "1.0.0"}))
        add("index.json", document({"schemaVersion": 2, "manifests": [manifest_blob]}))
    os.replace(out + ".new", out)


main()
