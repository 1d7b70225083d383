/** The steps of the tours; the parts of the page they point at are given by selectors. */

import { t } from "../i18n.js";

export const homeTour = () => [
  { title: t("tour.home.welcome"), text: t("tour.home.welcome-text") },
  { target: "#new-case", title: t("tour.home.case"), text: t("tour.home.case-text") },
  { target: "#example", title: t("tour.home.example"), text: t("tour.home.example-text") },
  { target: "#bar .bar-end", title: t("tour.home.bar"), text: t("tour.home.bar-text") },
];

export const projectTour = () => [
  { target: "#drop", title: t("tour.project.upload"), text: t("tour.project.upload-text") },
  { target: "#documents", title: t("tour.project.documents"), text: t("tour.project.documents-text") },
  { target: "[data-tab=entities]", title: t("tour.project.entities"), text: t("tour.project.entities-text") },
  {
    target: "[data-tab=statistics]",
    title: t("tour.project.statistics"),
    text: t("tour.project.statistics-text"),
  },
];

export const reviewTour = () => [
  { title: t("tour.review.welcome"), text: t("tour.review.welcome-text") },
  { target: ".review [data-tour=text]", title: t("tour.review.text"), text: t("tour.review.text-text") },
  { target: ".review [data-tour=table]", title: t("tour.review.table"), text: t("tour.review.table-text") },
  {
    target: ".review [data-tour=doubts]",
    title: t("tour.review.doubts"),
    text: t("tour.review.doubts-text"),
    keys: ["n", "p", "a", "r"],
  },
  { target: ".review [data-tour=views]", title: t("tour.review.views"), text: t("tour.review.views-text") },
  {
    target: ".review [data-tour=undo]",
    title: t("tour.review.undo"),
    text: t("tour.review.undo-text"),
    keys: ["u", "?"],
  },
  {
    target: ".review [data-tour=export]",
    title: t("tour.review.export"),
    text: t("tour.review.export-text"),
  },
];
