/** How marks are shown: coloured by category or by certainty, with the numbers of the table or without. */

import { recall, remember } from "../shell/storage.js";

const COLOURS = ["category", "certainty"];

/** @param {any} review */
export function createLook(review) {
  const { root, t } = review;
  const now = {
    colour: COLOURS.includes(recall("review.colour")) ? recall("review.colour") : COLOURS[0],
    numbers: recall("review.numbers") === "off" ? "off" : "on",
  };

  function show(name, value) {
    now[name] = value;
    root.dataset[name] = value;
    remember(`review.${name}`, value);
    review.minimap?.draw();
  }
  for (const [name, value] of Object.entries(now)) root.dataset[name] = value;

  return {
    get colour() {
      return now.colour;
    },
    /** For a menu. */
    items: () => [
      ...COLOURS.map((colour) => ({
        label: t(`review.colour.${colour}`),
        checked: now.colour === colour,
        id: `colour-${colour}`,
        run: () => show("colour", colour),
      })),
      {
        label: t("review.numbers"),
        checked: now.numbers === "on",
        id: "mark-numbers",
        run: () => show("numbers", now.numbers === "on" ? "off" : "on"),
      },
    ],
  };
}
