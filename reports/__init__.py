"""Floor 3: figures, tables and the self-contained page. Nothing here simulates."""
