"""Many charts at once: readers of rows, chunks of them judged apart, results joined in order."""
