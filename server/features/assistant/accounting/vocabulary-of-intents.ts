/** Words that an intent understands: those of its cues and of its examples. A word that is none of them may ask for something else. */
import type { Intent } from '#contract/assistant/intents.ts'
import { classes } from '../language/cue.ts'
import { cuesOfCauses } from '../language/cues-of-causes.ts'
import { cuesOfCompany } from '../language/cues-of-company.ts'
import { cuesOfConnectors } from '../language/cues-of-connectors.ts'
import { examplesOfCauses } from '../language/examples-of-causes.ts'
import { examplesOfCompany } from '../language/examples-of-company.ts'
import { examplesOfConnectors } from '../language/examples-of-connectors.ts'
import { examplesOfScreens } from '../language/examples-of-screens.ts'
import { moreExamplesOfCauses } from '../language/more-examples-of-causes.ts'
import { moreExamplesOfCompany } from '../language/more-examples-of-company.ts'
import { moreExamplesOfConnectors } from '../language/more-examples-of-connectors.ts'
import { stemsOfRules } from '../language/rules.ts'
import { stemOf } from '../language/text.ts'

const examples = [
  ...[examplesOfConnectors, examplesOfCauses, examplesOfCompany, examplesOfScreens],
  ...[moreExamplesOfConnectors, moreExamplesOfCauses, moreExamplesOfCompany],
]
const cues = [cuesOfConnectors, cuesOfCauses, cuesOfCompany]

const stemsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => word !== '')
    .map(stemOf)

/** What every answer about connectors understands. */
const shared = new Set([
  ...stemsIn(`${classes['conn']} ${classes['rec']} ${classes['lost']}`),
  ...stemsIn('data system thing stuff company product datacrane'),
])

const known = new Map<Intent, ReadonlySet<string>>()

/** @returns whether a word belongs to what an intent is asked with. */
export function isKnownTo(intent: Intent, stem: string): boolean {
  let stems = known.get(intent)
  if (stems === undefined) {
    const texts = [...examples.map((part) => part[intent] ?? ''), ...cues.flatMap((part) => Object.keys(part[intent] ?? {}))]
    stems = new Set([...texts.flatMap(stemsIn), ...stemsOfRules(intent)])
    known.set(intent, stems)
  }
  return stems.has(stem) || shared.has(stem)
}
