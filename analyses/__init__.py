"""Floor 2: what a run means. Estimates, declarations, discards, comparisons; no figures, no players."""
