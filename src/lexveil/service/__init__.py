"""The REST service and the page of the review: `app.create_app` makes it, `lexveil serve` runs it.

A request passes `gate` and `limits` and comes to a handler: `cases`, `documents`, `review`, `edits`,
`exports`, `anoppi`, `accounts`, `audit`, `pages`. `guard` says what its caller may do, `schemas` what it
may hold, `problems` how a refusal looks; `context` holds everything that handlers work with. The desk is
the database (`store.desk`).

- An edit: `edits` makes it of a document held ready (`open_documents`), writes it into the desk, lets the
  other documents of the case follow (`case_entities` knows who is in them) and tells everyone who looks
  (`events`).
- Heavy work goes to processes (`worker`, and `tasks` inside it): analyses wait in `jobs`; questions about
  an open document are asked through `open_documents`; the files of an export are made by `export_files`.
"""
