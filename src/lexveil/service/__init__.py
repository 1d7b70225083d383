"""The REST service and the page of the review: `app.create_app` makes it, `lexveil serve` runs it."""
