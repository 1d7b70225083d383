/**
 * One document at the service: what the review asks of it, in its own offsets.
 *
 * Code points come in and go out here, and nowhere else.
 */

import { offsets } from "./offsets.js";
import { blocksOf } from "./blocks.js";

/** @typedef {import("./types.js").Entity} Entity @typedef {import("./types.js").Command} Command */

/** @param {any} api @param {string} id of the document */
export async function openRemote(api, id) {
  const path = (end) => `/documents/${encodeURIComponent(id)}${end}`;
  const [raw, first] = await Promise.all([api.get(path("/text")), api.get(path("/review"))]);
  const { inward, outward } = offsets(raw.text);
  const range = ([start, end]) => [inward(start), inward(end)];

  /** @returns {Entity} */
  const entity = (data) => ({
    ...data,
    role: data.role ?? "",
    rule: data.reasons.rule,
    why: data.reasons.why,
    mentions: data.mentions
      .map(([start, end, certainty, flags]) => ({
        start: inward(start),
        end: inward(end),
        certainty,
        flags: flags ?? 0,
        id: data.id,
      }))
      .sort((one, other) => one.start - other.start),
  });
  const answer = (data) => {
    return { ...data, changed: (data.changed ?? []).map(entity), removed: data.removed ?? [] };
  };
  const out = ([start, end]) => [outward(start), outward(end)];
  const asked = (command) => ({
    ...command,
    ...(command.mentions && { mentions: command.mentions.map(out) }),
    ...(command.mention && { mention: out(command.mention) }),
    ...(command.to && { to: out(command.to) }),
  });

  const placedNotes = ({ notes }) =>
    notes.map((note) => ({ ...note, mention: note.mention ? range(note.mention) : null }));

  /**
   * Waits for a lost server and for a login that ran out; a refusal that tells what changed meanwhile has it
   * in `error.answer`.
   */
  async function write(end, body) {
    try {
      return answer(await api.post(path(end), body));
    } catch (error) {
      if (error.kind === "offline") return back().then(() => write(end, body));
      if (error.status === 401) return answer(await api.post(path(end), body, { queue: true }));
      if (error.status === 409 && error.body?.changed) error.answer = answer(error.body);
      throw error;
    }
  }

  function back() {
    if (api.online) return new Promise((resolve) => setTimeout(resolve, 500));
    return new Promise((resolve) => {
      const stop = api.on("online", () => (stop(), resolve(null)));
    });
  }

  return {
    id,
    inward,
    text: {
      text: raw.text,
      language: raw.language,
      notes: raw.notes ?? [],
      languageNotes: raw.language_notes ?? [],
      parts: raw.parts ?? [],
      blocks: blocksOf(raw, inward),
    },
    first: { ...first, entities: first.entities.map(entity) },
    edit: (base, command) => write("/edits", { base, command: asked(command) }),
    undo: (base) => write("/undo", { base }),
    redo: (base) => write("/redo", { base }),
    /** Everything anew, for when single changes no longer add up. */
    async review() {
      const data = await api.get(path("/review"));
        return { ...data, entities: data.entities.map(entity) };
    },
    editsAfter: async (number) => answer(await api.get(path(`/edits?after=${number}`))),
    async preview() {
      const data = await api.get(path("/preview"));
      const replacements = data.replacements.map(([start, end, text, id]) => ({
        start: inward(start),
        end: inward(end),
        text,
        id,
      }));
      return { number: data.number, replacements };
    },
    async doubts({ quick = false } = {}) {
      const { doubts, partly, stale } = await api.get(path(quick ? "/doubts?quick=true" : "/doubts"));
      const answer = (each) => ({
        ...each,
        place: each.place ? range(each.place) : null,
        command: { ...each.command, ...(each.command.mentions && { mentions: each.command.mentions.map(range) }) },
      });
      const placed = (doubt) => ({
        ...doubt,
        mention: doubt.mention ? range(doubt.mention) : null,
        places: doubt.places.map(range),
        answers: doubt.choices.map(answer),
      });
      return { doubts: doubts.map(placed), partly, stale };
    },
    async why(entity) {
      const answer = await api.post(path("/why"), { entity });
      const placed = (each) => ({
        ...each,
        mention: range(each.mention),
        ...(each.to && { to: range(each.to) }),
      });
      return {
        ...answer,
        links: (answer.links ?? []).map(placed),
        sources: (answer.sources ?? []).map(placed),
      };
    },
    suggestions: async () => (await api.get(path("/suggestions"))).suggestions,
    /** @param {{mention?: [number, number], text?: string, category?: string}} query */
    async occurrences(query, options) {
      const body = query.mention ? { ...query, mention: out(query.mention) } : query;
      const { occurrences } = await api.post(path("/occurrences"), body, options);
      return occurrences.map((each) => ({ ...each, start: inward(each.start), end: inward(each.end) }));
    },
    async search(query, mode, options) {
      const { hits, more } = await api.post(path("/search"), { query, mode }, options);
      return { hits: hits.map(range), more };
    },
    summary: () => api.get(path("")),
    async members() {
      const { project } = await api.get(path(""));
      return (await api.get(`/projects/${encodeURIComponent(project)}`)).members ?? [];
    },
    async notes() {
      return placedNotes(await api.get(path("/notes")));
    },
    /** @param {{text: string, kind: string, mention: [number, number] | null}} note */
    async addNote({ mention, ...note }) {
      return placedNotes(await api.post(path("/notes"), { ...note, mention: mention && out(mention) }));
    },
    settleNote: (note, done) => api.patch(path(`/notes/${encodeURIComponent(note)}`), { done }),
    removeNote: (note) => api.delete(path(`/notes/${encodeURIComponent(note)}`)),
    /** @param {string} language of what is said in it @param {"word" | "tagged"} kind */
    copyAddress: (language, kind) => api.url(path(`/review-copy?kind=${kind}&language=${encodeURIComponent(language)}`)),
    /** @param {File} file */
    readCopy(file) {
      const form = new FormData();
      form.append("file", file);
      return api.upload(path("/review-copy"), form);
    },
    async difference() {
      const found = await api.get(path("/difference"));
      const placed = (each) => ({ ...each, places: each.places.map(range) });
      return { ...found, first: found.first.map(placed), second: found.second.map(placed) };
    },
    async pages() {
      const { pages, boxes } = await api.get(path("/pages"));
      const placed = ([start, end, page, ...box]) => ({ start: inward(start), end: inward(end), page, box });
      return { pages, boxes: boxes.map(placed) };
    },
    /** @param {number} page @param {number | null} number of the last edit: the page as it would go out then */
    pageAddress: (page, number) => api.url(path(`/pages/${page}${number === null ? "" : `?result=true&at=${number}`}`)),
    check: () => api.get(path("/check")),
    setState: (to) => api.post(path("/state"), { to }),
    events: (handlers) => api.events(path("/events"), handlers),
  };
}
