"""Ground floor: cards, chance, rules, deal-and-play kernels, batches and run folders."""
