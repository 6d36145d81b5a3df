"""What client and server share: frames, messages, codec, replays; no I/O."""
