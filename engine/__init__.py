"""Inference: compiler, Experta port, session, ledger, proofs, why-not and columns."""
