"""Views of the documents for the terminal: plain text through rich, no logic of their own."""
