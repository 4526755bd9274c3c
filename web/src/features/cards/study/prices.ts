import type { StudyPrice } from "@/core/study";

/** Returns the number of reviews per day as text, such as `34` or `0.4`. */
export const reviewsText = (reviews: number) => `${reviews >= 3 ? Math.round(reviews) : Math.round(reviews * 10) / 10}`;

/** Returns the number with its noun, such as `34 reviews a day`. */
export const reviewsADayText = (reviews: number) =>
  `${reviewsText(reviews)} ${reviewsText(reviews) === "1" ? "review" : "reviews"} a day`;

/** Returns the work of each desired retention, such as `90%: about 34 reviews a day; 85%: 22`. */
export function pricesText(prices: readonly StudyPrice[]): string {
  const [first, ...others] = prices.toReversed();
  if (!first) return "";
  return [
    `${first.retentionPercent}%: about ${reviewsADayText(first.reviewsADay)}`,
    ...others.map(({ retentionPercent, reviewsADay }) => `${retentionPercent}%: ${reviewsText(reviewsADay)}`),
  ].join("; ");
}
