/** What a message wants: the cues of each intent are weighed, and what is not about this product is recognized by its words. */
import { type Intent, intents } from '#contract/assistant/intents.ts'
import { type Cue, cueOf, isFound } from './cue.ts'
import { cuesOfCompany, wholeMessages } from './cues-of-company.ts'
import { cuesOfConnectors } from './cues-of-connectors.ts'
import type { Marked } from './marked.ts'
import { ownOf } from './text.ts'
import { emptyStems, ownStems } from './vocabulary.ts'

type Weighed = { readonly cue: Cue; readonly weight: number }

const grammar: readonly (readonly [Intent, readonly Weighed[]])[] = intents.map((intent) => [
  intent,
  Object.entries({ ...cuesOfConnectors[intent], ...cuesOfCompany[intent] }).map(([text, weight]) => ({
    cue: cueOf(text),
    weight,
  })),
])

/** A wish that is weighed below this is none. */
const least = 1.5
/** The best cue counts, and the others a little. */
const others = 0.3
/** Less of what is said may not belong to this product. */
const ownShare = 0.34

const scoreOf = (cues: readonly Weighed[], stems: readonly string[]): number => {
  const found = cues.filter(({ cue }) => isFound(cue, stems)).map(({ weight }) => weight)
  const best = Math.max(0, ...found)
  const sum = found.reduce((all, each) => all + (each < 0 ? each : each * others), 0)
  return best * (1 - others) + sum
}

export type Classified = { readonly intent: Intent; readonly score: number; readonly second: Intent | null }

/** Courtesies are short; in a longer message they are not what is meant. */
const politeMax = 6
const own = (stems: readonly string[]) => stems.filter((stem) => ownStems.has(stem)).length
const foreign = (stems: readonly string[]) => stems.filter((stem) => !ownStems.has(stem) && !emptyStems.has(stem)).length

/** @returns `out-of-scope` where nothing is recognized or most of what is said is foreign to this product. */
export function classify({ stems, words }: Marked): Classified {
  const whole = ownOf(wholeMessages, words.map(({ text }) => text).join(' '))
  if (whole) return { intent: whole, score: 3, second: null }
  const scored = grammar
    .map(([intent, cues]) => ({ intent, score: scoreOf(cues, stems) }))
    .filter(({ intent }) => intent !== 'smalltalk' || (stems.length <= politeMax && own(stems) === 0))
    .toSorted((one, other) => other.score - one.score)
  const [best, next] = scored
  const none = { intent: 'out-of-scope', score: best?.score ?? 0, second: best?.intent ?? null } as const
  if (!best || best.score < least) return none
  const [ours, theirs] = [own(stems), foreign(stems)]
  const isPersonal = best.intent === 'capabilities' || best.intent === 'smalltalk'
  if (theirs > 0 && ours / (ours + theirs) < ownShare && !(isPersonal && theirs <= 1 && stems.length <= politeMax)) return none
  return { ...best, second: next && next.score >= least ? next.intent : null }
}
