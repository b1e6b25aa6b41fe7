"""Reads the YAML of the edition: nodes with places, diagnostics, model and decoder."""
