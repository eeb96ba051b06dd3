"""An RTSP server as a network camera has one: GStreamer's, on loopback.

Run by the system's own Python, which has GStreamer's bindings:

    /usr/bin/python3 rtsp_server.py VIDEO PORT

All clients see one running picture, as of a camera, from the moment the first comes.
"""

import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402


def main() -> None:
    """Serve a video until killed; says "ready" when it can be asked for."""
    video, port = sys.argv[1:3]
    Gst.init(None)
    server = GstRtspServer.RTSPServer()
    server.set_address("127.0.0.1")
    server.set_service(port)
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(
        f"( filesrc location={video} ! qtdemux ! h264parse config-interval=-1 "
        "! rtph264pay name=pay0 pt=96 config-interval=-1 )"
    )
    factory.set_shared(True)
    server.get_mount_points().add_factory("/table", factory)
    server.attach(None)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
