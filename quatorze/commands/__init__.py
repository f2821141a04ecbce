"""The commands, one small module each: parse, call the Python interface, print."""
