"""What is known exactly of Piquet. Nothing here is imported before it is asked for."""
