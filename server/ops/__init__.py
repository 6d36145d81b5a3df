"""What operators need: metrics, health, logs, heartbeats, garbage collection."""
