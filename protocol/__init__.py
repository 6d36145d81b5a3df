"""What both ends of a connection share: frames, messages, codec; sans-IO."""
