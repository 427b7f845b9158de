"""Programs whose memory is measured; each prints its peak in the end."""
