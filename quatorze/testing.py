"""Tests to inherit."""
