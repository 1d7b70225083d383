/**
 * The reasons of the service in the language of the page.
 *
 * In: one line of a decision, of a role's evidence, of a link or of a refusal, as the service writes it. Out:
 * the same in the words of the page; a line that is not listed here, as it is.
 */

import { known, language, percent, t } from "../i18n.js";

/** A line of the service, {names} for what varies in it → its text. The first that fits counts. */
const LINES = Object.entries({
  "{policy}: rule {number}": "review.says.rule",
  "{policy}: no rule names it": "review.says.no-rule",
  "{policy}: on the list of kept names": "review.says.kept-names",
  "{policy}: on the list of replaced names": "review.says.replaced-names",
  "{policy}: a citation or a statute": "review.says.law",
  "{policy}: every mention stands in a kept context": "review.says.context",
  "spells out a replaced name": "review.says.spelt",
  whitelist: "review.says.whitelist",
  reviewer: "review.says.said",
  "reviewer: kept": "review.says.kept",
  "reviewer: replaced": "review.says.replaced",
  "reviewer: rejected": "review.says.rejected",
  "reviewer: added": "review.says.added",
  "reviewer: merged": "review.says.merged",

  "case metadata": "review.says.metadata",
  "name of a law firm": "review.says.firm",
  "author in a citation": "review.says.author-cited",
  "inside a citation": "review.says.in-citation",
  "a cited work after the name": "review.says.cited-work",
  "party of a cited case": "review.says.cited-party",
  "introduced in brackets as a party": "review.says.bracketed",
  "named in the title of the case": "review.says.title-of-case",
  "'represented by' before the name": "review.says.represented",
  "acts for a party, after the name": "review.says.acts-for",
  "title '{title}' before the name": "review.says.title",
  "letters '{letters}' after the name": "review.says.letters",
  "list {role}, line {line}": "review.says.list",
  "{role} by the words around the name, learned, {share}% sure": "review.says.learned",
  "{role} before the name": "review.says.before",
  "{role} after the name": "review.says.after",
  "{role} in a list": "review.says.in-row",

  "same words": "review.says.same-words",
  "same words in another order": "review.says.other-order",
  "family name": "review.says.family",
  "given name": "review.says.given",
  "part of the name": "review.says.part",
  "spelt alike": "review.says.alike",
  "spelt alike or a short form": "review.says.short",
  "initials and family name": "review.says.initials",
  "more of the same name": "review.says.more",
  "introduced as another name": "review.says.alias",
  "introduced in brackets": "review.says.brackets",
  "end of the longer name": "review.says.end",
  "initials of the longer name": "review.says.initials-of",

  "another entity has this pseudonym: choose another, or merge the two": "review.refused.taken",
  "another document of the project has this pseudonym: choose another, or say it is the same":
    "review.refused.elsewhere",
  "the pseudonym holds a name that this document hides: choose another": "review.refused.shows",
  "a pseudonym has 1 to {most} characters": "review.refused.length",
  "a pseudonym stands on one line: leave out line breaks and control characters": "review.refused.lines",
  "a mention must lie in one paragraph: select less": "review.refused.paragraph",
  "a mention has at most {most} characters: select less": "review.refused.long",
  "the new place must overlap the mention: add a mention there instead": "review.refused.apart",
  "the entity has these mentions already": "review.refused.there",
  "the entity has no such mention: load the document again": "review.refused.gone",
  "there is no such entity in this document: load it again": "review.refused.gone",
}).map(([line, key]) => ({ pattern: patternOf(line), key }));

function patternOf(line) {
  const plain = line.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${plain.replace(/\{(\w+)\}/g, "(?<$1>.+)")}$`);
}

/** @param {string} line */
export function worded(line) {
  for (const { pattern, key } of LINES) {
    const found = pattern.exec(line);
    if (!found) continue;
    const values = { ...found.groups };
    if (values.share) values.share = percent(Number(values.share) / 100, 0);
    if (values.role) values.role = roleIn(values.role);
    return values.role === null ? line : t(key, values);
  }
  return line;
}

/** What the service calls the role in a line ("tribunal member", "judges"), as we do; null: no role of ours. */
function roleIn(said) {
  const word = said.replace(/'/g, "");
  const name = [word, word.replace(/s$/, "")].map(nameOf).find(Boolean);
  if (!name) return null;
  // In the middle of a line; only German writes nouns with a capital there too.
  return language() === "de" ? name : name[0].toLowerCase() + name.slice(1);
}

function nameOf(word) {
  if (word === "president") return t("review.says.president");
  if (word === "representation") return t("review.says.representation");
  const key = `role.${word.toUpperCase().replace(/ /g, "_")}`;
  return known(key) ? t(key) : "";
}
