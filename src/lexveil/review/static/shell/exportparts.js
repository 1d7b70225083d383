/** The parts of the export dialog that stand before the export. */

import { api } from "../api.js";
import { h } from "../dom.js";
import { list, reasonText, t, word } from "../i18n.js";
import { badge, stateBadge } from "./badges.js";
import { tick } from "./form.js";
import { icon } from "./icons.js";
import { policyName, policyText } from "./policies.js";
import { toDocument } from "./router.js";

/** @param {string} title @param {import("../dom.js").Child} status @param {...import("../dom.js").Child} children */
export const section = (title, status, ...children) =>
  h(
    "section",
    { class: "export-part" },
    h("div", { class: "export-head" }, h("h3", { tabindex: "-1" }, title), status),
    ...children,
  );

/** What is replaced and what stays. @param {any} check */
export function policySection(check) {
  const { policy } = check;
  const line = (key, items) =>
    items.length > 0 && [h("dt", null, t(key)), h("dd", null, list(items.map(thing)))];
  return section(
    t("export.policy"),
    badge("neutral", policyName(policy.name)),
    h("p", null, policyText(policy)),
    h("dl", { class: "facts" }, line("export.replaced", policy.replaced), line("export.kept", policy.kept)),
  );
}

/** A category or a role. @param {string} item */
const thing = (item) => word(`role.${item}`, word(`category.${item}`, item));

/**
 * Which parts of the file were read; what was not must be allowed one by one, or, if it is a picture, in the
 * whole case.
 * @param {any} check
 * @param {{source: (mark: string) => string, say: (mark: string, what: "nothing" | "text" | null) => void}} pictures
 */
export function coverageSection(check, pictures) {
  const parts = check.parts;
  const ticks = check.uncovered.map((name) => {
    const part = parts.find((each) => each.name === name);
    // How to allow a picture on the command line is of no use here.
    const [why] = (part?.picture && part.reason?.values.reasons) || [part?.reason];
    const hint = reasonText(why) ?? part?.why;
    const box = tick({ label: h("code", null, name), hint, name: "uncovered", value: name });
    box.input.addEventListener("change", () => (failed.hidden = true));
    if (part?.picture) box.lastElementChild?.append(picture(part, pictures));
    box.input.disabled = Boolean(part?.picture_text); // nobody lets it out by a tick
    return box;
  });
  const allowed = parts.filter((part) => part.picture && part.state === "kept");
  const failed = h("p", { class: "field-error", role: "alert", hidden: true }, t("export.uncovered-needed"));
  const read = parts.filter((part) => part.state === "read").length;
  const element = section(
    t("export.coverage"),
    ticks.length
      ? badge("warn", t("export.uncovered", { count: ticks.length }))
      : badge("good", t("export.covered")),
    h("p", null, parts.length ? t("export.parts", { count: read }) : t("export.one-part")),
    ticks.length > 0 && [
      h("p", null, t("export.uncovered-text")),
      failed, // before them: it must be in sight when the first open one is
      h(
        "fieldset",
        { class: "ticks" },
        h("legend", { class: "unseen" }, t("export.uncovered", { count: ticks.length })),
        ticks,
      ),
    ],
    allowed.length > 0 && [
      h("h4", null, t("export.pictures-allowed")),
      h(
        "ul",
        { class: "pictures" },
        allowed.map((part) => h("li", null, h("code", null, part.name), picture(part, pictures))),
      ),
    ],
    parts.length > 0 && partList(parts),
  );
  return {
    element,
    allowed: () => ticks.filter((box) => box.input.checked).map((box) => box.input.value),
    complete() {
      const open = ticks.find((box) => !box.input.checked);
      failed.hidden = !open;
      (open?.input.disabled ? open.querySelector("button") : open?.input)?.focus();
      return !open;
    },
  };
}

/** What it shows, and what somebody who has looked says of it, which holds for it in the whole case. */
function picture(part, { source, say }) {
  const shown = h("img", {
    src: source(part.picture),
    alt: t("export.picture-alt", { name: part.name }),
    loading: "lazy",
    on: { error: () => shown.replaceWith(h("p", { class: "muted" }, t("export.picture-unshown"))) },
  });
  const button = (sign, key, what) =>
    h(
      "button",
      { class: "small", type: "button", dataset: { testid: key }, on: { click: () => say(part.picture, what) } },
      icon(sign),
      t(`export.${key}`),
    );
  const said = part.picture_text || part.state === "kept";
  return h(
    "div",
    { class: "picture" },
    shown,
    part.picture_text && h("p", { class: "warn-text" }, t("export.picture-has-text")),
    said
      ? button("close", part.picture_text ? "picture-text-back" : "picture-forbid", null)
      : [button("check", "picture-allow", "nothing"), button("alert", "picture-text", "text")],
  );
}

const PART_KINDS = { read: "good", cleaned: "good", kept: "neutral", uncovered: "warn" };

const partList = (parts) =>
  h(
    "details",
    null,
    h("summary", null, t("export.all-parts")),
    h(
      "ul",
      { class: "parts" },
      parts.map((part) =>
        h(
          "li",
          null,
          badge(PART_KINDS[part.state] ?? "neutral", word(`part.${part.state}`, part.state)),
          h("code", null, part.name),
        ),
      ),
    ),
  );

/** What is left of the people that are hidden. @param {any} check @param {Map<string, string>} pseudonyms */
export function riskSection(check, pseudonyms) {
  const { document: score, threshold, people } = check.risk;
  const high = people.filter((person) => person.score >= threshold);
  return section(
    t("export.risk"),
    high.length
      ? badge("warn", t("export.risk-high", { count: high.length }))
      : badge("good", t("export.risk-low")),
    h("p", null, t("export.risk-text", { score, threshold })),
    people.length > 0 &&
      h(
        "ul",
        { class: "risk-list" },
        [...people]
          .sort((one, other) => other.score - one.score)
          .slice(0, 8)
          .map((person) =>
            h(
              "li",
              { dataset: { high: person.score >= threshold ? "true" : null } },
              h("strong", null, pseudonyms.get(person.entity) || person.entity),
              h(
                "span",
                { class: "meter", "aria-hidden": "true" },
                h("span", { style: { width: `${Math.min(100, (person.score / (2 * threshold)) * 100)}%` } }),
              ),
              h("span", null, t("export.risk-score", { count: person.score })),
              person.left.length > 0 &&
                h(
                  "small",
                  { class: "muted" },
                  person.left.map((category) => word(`category.${category}`, category)).join(" + "),
                ),
            ),
          ),
      ),
  );
}

/**
 * What nobody has looked at yet, each with the way there. @param {any} check @param {string} documentId
 */
export function openList({ open: { doubts, unchecked }, elsewhere }, documentId) {
  const way = (where, words) => h("li", null, h("a", { href: `${toDocument(documentId)}?${where}` }, words));
  return h(
    "ul",
    { class: "plain-list", dataset: { testid: "open-list" } },
    doubts > 0 && way("open=doubts", t("export.open.doubts", { count: doubts })),
    unchecked > 0 && way("open=names", t("export.open.unchecked", { count: unchecked })),
    elsewhere.map(({ text, place }) => way(`at=${place[0]}`, t("export.open.elsewhere", { name: text }))),
  );
}

/** What is open is asked for, or, where the policy says so, it stops the export. */
export function openSection(check, documentId) {
  const { doubts, unchecked } = check.open;
  const count = doubts + unchecked;
  const refused = check.complete && doubts > 0;
  const box = tick({ label: t("export.open.despite"), dataset: { testid: "despite-open" } });
  const failed = h("p", { class: "field-error", role: "alert", hidden: true }, t("export.open.needed"));
  box.input.addEventListener("change", () => (failed.hidden = true));
  return {
    refused,
    complete() {
      const fine = !count || (box.input.checked && !refused);
      failed.hidden = fine;
      if (!fine) box.input.focus();
      return fine;
    },
    element: section(
      t("export.open"),
      count ? badge("warn", String(count)) : badge("good", t("export.open.none")),
      count > 0 && openList(check, documentId),
      refused && h("p", { class: "message", dataset: { kind: "bad" } }, icon("alert"), t("export.open.refused")),
      count > 0 && !refused && [failed, box],
      check.both.length > 0 && [
        h("h4", null, t("export.both")),
        h(
          "ul",
          { class: "plain-list", dataset: { testid: "both-list" } },
          check.both.map((each) => h("li", null, t("export.both.line", each))),
        ),
      ],
    ),
  };
}

/** Whether it may be exported now. @param {any} check @param {() => void} approve */
export function approvalSection(check, approve) {
  const { approved } = check;
  const allowed = !check.approval || approved;
  return {
    allowed,
    element: section(
      t("export.approval"),
      stateBadge(check.state),
      h(
        "p",
        null,
        allowed
          ? t(check.approval ? "export.approved" : "export.approval-free")
          : t("export.approval-needed"),
      ),
      !check.original &&
        h("p", { class: "message", dataset: { kind: "bad" } }, icon("alert"), t("export.gone")),
      !allowed && whatNow(check, approve),
    ),
  };
}

function whatNow(check, approve) {
  if (check.state === "exported") return again();
  return mayApprove() ? approveButton(approve) : howToApprove();
}

// Administrators, and who works alone; a second reader does so in the review, where the document is read.
const mayApprove = () => api.here.mode === "single" || api.here.user.role === "administrator";

const howToApprove = () =>
  h("p", { class: "message", dataset: { kind: "warn" } }, icon("alert"), t("export.approval-how"));

// It has gone out before, without an approval or under another policy.
const again = () =>
  h("p", { class: "message", dataset: { kind: "warn" } }, icon("alert"), t("export.approval-again"));

const approveButton = (approve) =>
  h(
    "div",
    { class: "message", dataset: { kind: "warn" } },
    h("p", null, t("export.approval-alone")),
    h(
      "button",
      { class: "small", type: "button", id: "export-approve", on: { click: approve } },
      icon("check"),
      t("export.approve"),
    ),
  );

// The document itself and its report are what most people want.
const USUAL = new Set(["own", "report"]);
// These hold real names: who gets them can undo the pseudonymization.
const NAMES = new Set(["dictionary", "gold"]);

/** @param {any} check */
export function formatSection(check) {
  const failed = h("p", { class: "field-error", role: "alert", hidden: true }, t("export.format-needed"));
  const ticks = check.formats.map((format) => {
    const own = format.id === "own";
    const name =
      own && format.label
        ? t("format.own-suffix", { suffix: format.label })
        : word(`format.${format.id}`, format.label ?? format.id);
    const box = tick({
      label: [name, NAMES.has(format.id) && [" ", badge("warn", t("export.names"))]],
      hint: word(`format.${format.id}.text`, ""),
      name: "format",
      value: format.id,
      checked: USUAL.has(format.id),
    });
    box.input.addEventListener("change", () => (failed.hidden = true));
    return box;
  });
  return {
    element: section(
      t("export.formats"),
      null,
      h(
        "fieldset",
        { class: "ticks ticks-wide" },
        h("legend", { class: "unseen" }, t("export.formats")),
        ticks,
      ),
      failed,
    ),
    chosen: () => ticks.filter((box) => box.input.checked).map((box) => box.input.value),
    fail() {
      failed.hidden = false;
      ticks[0]?.input.focus();
    },
  };
}
