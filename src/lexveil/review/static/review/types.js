/**
 * The shapes that the modules of the review share. Types only: nothing here runs.
 *
 * Offsets are UTF-16 offsets into the document's text, as strings of this language count; `remote.js` is the
 * only place that knows the code points of the service.
 */

/**
 * A place where an entity is named.
 * @typedef {object} Mark
 * @property {number} start
 * @property {number} end
 * @property {number} certainty 1 high … 3 low
 * @property {number} flags sum of ACCEPTED and KEPT
 * @property {string} id of the entity
 */

/**
 * @typedef {object} Entity
 * @property {string} id
 * @property {string} category
 * @property {string} base the base form of its name
 * @property {string} role
 * @property {string} [side] of a party
 * @property {number} [role_certainty] 1 high … 3 low
 * @property {number} certainty
 * @property {"replace" | "keep" | "reject"} action
 * @property {string} pseudonym
 * @property {boolean} given chosen by a reviewer
 * @property {import("../i18n.js").Coded | null} rule what decided; null: still to be told
 * @property {import("../i18n.js").Coded[]} why evidence for the role
 * @property {"proposed" | "accepted" | "rejected" | "partly"} state
 * @property {number} shared other documents of the project that name it
 * @property {Mark[]} mentions in the order of the text
 */

/** @typedef {[start: number, end: number]} Range */

/**
 * What a reviewer asks for: `kind` and the arguments of that kind, with ranges for mentions.
 * @typedef {{kind: string, entity?: string, mentions?: Range[], mention?: Range, to?: Range, category?: string,
 *   role?: string, pseudonym?: string, entities?: string[], scope?: string}} Command
 */

/**
 * What the service answers to an edit.
 * @typedef {object} Answer
 * @property {number} number
 * @property {boolean} undo
 * @property {boolean} redo
 * @property {string} state
 * @property {Entity[]} changed
 * @property {string[]} removed
 */

/**
 * A stretch of text that is one paragraph, heading, cell …
 * @typedef {object} Block
 * @property {number} start
 * @property {number} end
 * @property {string} kind "p", "heading 1", "item", "cell", "note", "page"
 * @property {[table: number, row: number, column: number, columns?: number] | null} cell
 * @property {string} region the part of the file where it begins to stand in one, "" within it and in the body
 * @property {string} hidden why it is not seen on the page of the document: "hidden", "code"; "" where it is
 */

/** @typedef {{text: string, language: string, blocks: Block[], notes: string[], languageNotes: object[], parts: object[]}} Text */

/** @typedef {{entity: string, mention: Range | null, reason: string, weight: number}} Doubt */

/** What one occurrence can be. */
export const ACCEPTED = 1;
export const KEPT = 2;
