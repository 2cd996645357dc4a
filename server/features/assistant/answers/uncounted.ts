/** "How many records were deleted?": what is asked for and not counted. Figures of something else are no answer to it. */
import { stemOf } from '../language/text.ts'
import type { Scene } from '../scene.ts'
import type { Speech } from '../speech.ts'

const deeds =
  'add added|archive archived|change changed|create created|delete deleted|duplicate duplicated|edit edited|erase erased|insert inserted|merge merged|modify modified|overwrite overwritten|purge purged|remove removed|rename renamed|replace replaced|truncate truncated|update updated|upsert upserted'
    .split('|')
    .map((forms) => forms.split(' '))
const participles: ReadonlyMap<string, string> = new Map(
  deeds.flatMap((forms) => forms.map((form) => [stemOf(form), forms.at(-1) ?? ''] as const)),
)

/** What is counted goes before: "How many failed after the mapping was changed?" asks for failures. */
const counted =
  'fail failure reject error lost skip deliver delivery send arrive success succeed transfer move sync read run alert alarm warning pause'.split(
    ' ',
  )
const asking = new Set('did does do has have had'.split(' '))

/** Done to what is counted, as in "were deleted" or "did it delete"; "create a chart" asks for a deed. Null where none is named. */
export function uncountedIn({ words, hasWord }: Pick<Scene, 'words' | 'hasWord'>): string | null {
  if (hasWord(...counted)) return null
  const isAsked = words.some((word) => asking.has(word))
  const isOfMany = words.includes('many')
  const found = words.find((word) => {
    const participle = participles.get(stemOf(word))
    // "How did the number of records change?" asks for a course, and "how many changed" for a deed.
    return participle !== undefined && (isAsked || word === participle) && (isOfMany || participle !== 'changed')
  })
  return found === undefined ? null : (participles.get(stemOf(found)) ?? null)
}

export function sayNotCounted(participle: string, speech: Speech): void {
  speech.say(`I don't know that. Datacrane does not count what was ${participle}.`)
  speech.say('I count records by outcome, runs by result, connectors by state, and alerts.')
  speech.suggest('How many records were delivered today?', 'How many records failed today?')
}
