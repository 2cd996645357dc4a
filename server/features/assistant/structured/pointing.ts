/** Words that point at the answer before: "it", "them", "there". What has none of them is a question of its own. */

const plainly =
  /\b(?:it|its|they|them|their|theirs|those|these|he|him|his|she|her|both|the same|(?:last|first|next|newest|previous|oldest|other) ones?)\b/i
const thing =
  /\b(?:this|that) (?:one|connector|integration|sync|pipeline|feed|record|order|customer|run|alert|invitation)\b|\b(?:this|that)[?.!]*$/i
/** "Is there a run?" points nowhere. */
const place =
  /(?<!\b(?:is|are|was|were|be|been|will|has|have|had|if) )\bthere\b(?! (?:is|are|was|were|a|an|any|been|will|have|has)\b)/i

/** Whether a message points at a place or a thing that was named before. */
export const pointsBackIn = (message: string): boolean => plainly.test(message) || thing.test(message) || place.test(message)
/** "What went wrong there?" */
export const pointsThere = (message: string): boolean => place.test(message)
