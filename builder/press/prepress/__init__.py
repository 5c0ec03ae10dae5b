"""Makes files for print shops: colors of four inks (`separation`, `profile`) and PDF/X-4 (`x4`)."""
