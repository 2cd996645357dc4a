/** What the cues say of a question: which of them stand in it, and what each intent is worth by them. */
import { type Intent, intents } from '#contract/assistant/intents.ts'
import { type Cue, cueOf, isFound } from './cue.ts'
import { cuesOfCauses } from './cues-of-causes.ts'
import { cuesOfCompany } from './cues-of-company.ts'
import { cuesOfConnectors } from './cues-of-connectors.ts'
import { isForeign } from './spelling.ts'

type Weighed = { readonly name: string; readonly cue: Cue; readonly weight: number }

const weighed = (intent: Intent): readonly Weighed[] =>
  Object.entries({ ...cuesOfConnectors[intent], ...cuesOfCauses[intent], ...cuesOfCompany[intent] }).map(([text, weight]) => ({
    name: `${intent}: ${text}`,
    cue: cueOf(text),
    weight,
  }))
const grammar = intents.map(weighed)

/** The best cue counts, and the others a little. */
const others = 0.3

function scoreOf(found: readonly Weighed[]): number {
  const best = Math.max(0, ...found.map(({ weight }) => weight))
  const sum = found.reduce((all, { weight }) => all + (weight < 0 ? weight : weight * others), 0)
  return best * (1 - others) + sum
}

/** By their first words, so that only cues are looked for that may be there. */
const byFirst = new Map<string, (readonly [number, Weighed])[]>()
for (const [at, cues] of grammar.entries()) {
  for (const each of cues) {
    for (const stem of each.cue[0]?.[0] ?? []) byFirst.set(stem, [...(byFirst.get(stem) ?? []), [at, each]])
  }
}

/** Scores in the order of the intents. */
export function graded(stems: readonly string[]): { readonly found: readonly string[]; readonly scores: readonly number[] } {
  const read = stems.map((stem) => (isForeign(stem) ? 'Foreign' : stem))
  const found: Weighed[][] = intents.map(() => [])
  for (const [at, each] of new Set(read.flatMap((stem) => byFirst.get(stem) ?? []))) {
    if (isFound(each.cue, read)) found[at]?.push(each)
  }
  return { found: found.flatMap((cues) => cues.map(({ name }) => name)), scores: found.map(scoreOf) }
}
