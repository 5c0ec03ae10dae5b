"""Makes files for print shops: colors of four inks (`separation`) and PDF/X-4 (`x4`)."""
