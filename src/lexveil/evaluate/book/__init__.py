"""The book of evaluation: everything that can be measured on the gold of a folder, as a site and as JSON."""
