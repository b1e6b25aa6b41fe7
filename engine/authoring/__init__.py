"""For those who write the edition: scaffolds, the formatter, schemas for editors."""
