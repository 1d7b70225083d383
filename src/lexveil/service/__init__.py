"""The REST service and the page of the review: `app.create_app` makes it, `lexveil serve` runs it.

A request passes `gate`, `limits` and `headers` and comes to a handler: `projects`, `documents`, `looking`,
`edits`, `exports`, `streams`, `stateless`, `anoppi`, `accounts`, `audit`, `pages`. `guard` and `signoff` say
what its caller may do, `schemas` what it may hold, `problems` how a refusal looks.

- An edit: `edits` → `open` (documents held ready) → `writing` (into the desk) → `spread` (to the other
  documents of the case, which `cases` knows) → `events` (to everyone who looks).
- Heavy work goes to processes (`worker`, and `tasks` inside it): analyses wait in `jobs`; questions about an
  open document go through `mirror` to `looks`; exports are made by `written`.
"""
