/**
 * Which intent a question resembles: what the grammar says of it is weighed together with its words, by weights that are learned from the examples
 * (logistic regression). The same examples give the same weights. They are learned when the first question is read.
 */
import { type Intent, intents } from '#contract/assistant/intents.ts'
import { stemsOf } from './cue.ts'
import { examplesOfCauses } from './examples-of-causes.ts'
import { examplesOfCompany } from './examples-of-company.ts'
import { exampleNames, examplesOfConnectors } from './examples-of-connectors.ts'
import { examplesOfScreens } from './examples-of-screens.ts'
import { graded } from './grammar.ts'
import { marked } from './marked.ts'
import { moreExamplesOfCauses } from './more-examples-of-causes.ts'
import { moreExamplesOfCompany } from './more-examples-of-company.ts'
import { moreExamplesOfConnectors } from './more-examples-of-connectors.ts'
import { isForeign } from './spelling.ts'

/** Words that mean much the same are one. */
const merged = (['lost', 'rec', 'field', 'map'] as const).map((name) => ({ term: `$${name}`, stems: stemsOf(`$${name}`) }))
const connectors = new Set(['Name', 'connector', 'integration', 'pipelin'])
/** They say something in pairs only. */
const silent = new Set('a an the of to in on for my our is are do i we it and that this pleas so with'.split(' '))

function termOf(stem: string): string {
  if (isForeign(stem)) return 'Foreign'
  if (connectors.has(stem)) return 'Name'
  return merged.find(({ stems }) => stems.has(stem))?.term ?? stem
}

type Read = { readonly features: readonly string[]; readonly scores: readonly number[] }

/** Words, pairs, how it begins, and the cues of the grammar. */
function read(stems: readonly string[]): Read {
  const terms = stems.map(termOf)
  const pairs = terms.slice(1).map((term, at) => `${terms[at]} ${term}`)
  const { found, scores } = graded(stems)
  const features = new Set([...terms.filter((term) => !silent.has(term)), ...pairs, `^ ${terms[0]}`, ...found])
  return { features: [...features], scores }
}

const rounds = 12
const rate = 0.1
/** Keeps weights small, so that no word decides alone. */
const decay = 0.02
/** How much the grammar counts beside what is learned. */
const ofGrammar = 0.65

/** @param rows weights of the features of a question. */
function sharesOf(rows: readonly Float64Array[], scores: readonly number[]): number[] {
  const sums = scores.map((score) => score * ofGrammar)
  for (const row of rows) for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + (row[at] ?? 0)
  const most = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - most))
  const all = powers.reduce((sum, each) => sum + each, 0)
  return powers.map((each) => each / all)
}

const allExamples = [
  ...[examplesOfConnectors, examplesOfCauses, examplesOfCompany],
  ...[moreExamplesOfConnectors, moreExamplesOfCauses, moreExamplesOfCompany],
  examplesOfScreens,
]

function learn(): ReadonlyMap<string, Float64Array> {
  const known = {
    connectors: exampleNames.connectors.map((name) => ({ key: name, name })),
    systems: exampleNames.systems.map((name) => ({ key: name, name })),
    codes: new Set<string>(),
  }
  const examples = intents.flatMap((intent, wanted) =>
    allExamples
      .flatMap((part) => (part[intent] ?? '').split('/'))
      .filter((text) => text.trim() !== '')
      .map((text) => ({ wanted, ...read(marked(text, known).stems) })),
  )
  const weights = new Map<string, Float64Array>()
  const rowOf = (feature: string) => {
    const row = weights.get(feature) ?? new Float64Array(intents.length)
    weights.set(feature, row)
    return row
  }
  // The rows of an example are looked up once, not in every round.
  const placed = examples.map(({ features, scores, wanted }) => ({ rows: features.map(rowOf), scores, wanted }))
  for (let round = 0; round < rounds; round += 1) for (const example of placed) correct(example)
  return weights
}

type Placed = { readonly rows: readonly Float64Array[]; readonly scores: readonly number[]; readonly wanted: number }

/** A step towards the intent that was wanted. */
function correct({ rows, scores, wanted }: Placed): void {
  const steps = sharesOf(rows, scores).map((share, at) => rate * (share - (at === wanted ? 1 : 0)))
  for (const row of rows)
    for (let at = 0; at < row.length; at += 1) row[at] = (row[at] ?? 0) * (1 - rate * decay) - (steps[at] ?? 0)
}

let learned: ReadonlyMap<string, Float64Array> | null = null

export type Likely = {
  readonly intent: Intent /** Of one. */
  readonly share: number /** Of the grammar alone. */
  readonly score: number
}

/** Every intent, the likeliest first. */
export function likeliest(stems: readonly string[]): Likely[] {
  learned ??= learn()
  const it = read(stems)
  const shares = sharesOf(
    it.features.flatMap((feature) => learned?.get(feature) ?? []),
    it.scores,
  )
  return intents
    .map((intent, at) => ({ intent, share: shares[at] ?? 0, score: it.scores[at] ?? 0 }))
    .toSorted((one, other) => other.share - one.share)
}
