/** What others do to the document while it is open: their edits appear, with a word about it. */

/** @param {any} review */
export function watchLive(review) {
  const { remote, store, sending, toast, t, api } = review;
  let wanted = 0;
  let fetching = false;

  async function fetchSince() {
    if (fetching || sending.busy || wanted <= store.number) return;
    fetching = true;
    const base = store.number;
    try {
      const answer = await remote.editsAfter(base);
      if (answer.number > store.number && store.number === base) {
        const ids = store.take(answer);
        if (ids.size) tell(answer.edits ?? []);
      }
    } catch {
      return; // a lost server: asked again when it is back
    } finally {
      fetching = false;
    }
    if (wanted > store.number) fetchSince();
  }

  async function tell(edits) {
    const me = api.here?.user?.id;
    const others = edits.filter((edit) => edit.author !== me);
    if (!others.length) return toast(t("review.live.window"));
    const known = await members();
    const names = [...new Set(others.map((edit) => known.get(edit.author) ?? t("review.live.somebody")))];
    toast(t("review.live.other", { name: names.join(", "), count: others.length }));
  }

  /** The names of the reviewers, asked for when the first of them does something. */
  let named = null;
  function members() {
    named ??= remote
      .members()
      .then((people) => new Map(people.map(({ id, name }) => [id, name])))
      .catch(() => new Map());
    return named;
  }

  const stopIdle = sending.onIdle(fetchSince);
  const stream = remote.events({
    edit({ number }) {
      wanted = Math.max(wanted, number);
      fetchSince();
    },
    state: ({ state }) => state && store.setState(state),
    // Something may have been missed while there was no connection.
    open: (again) => again && catchUp(),
  });

  async function catchUp() {
    try {
      const summary = await remote.summary();
      wanted = Math.max(wanted, summary.number ?? 0);
      if (summary.state) store.setState(summary.state);
      fetchSince();
    } catch {
      return;
    }
  }

  const stopOnline = api.on?.("online", catchUp);
  return {
    close() {
      stream.close();
      stopIdle();
      stopOnline?.();
    },
  };
}
