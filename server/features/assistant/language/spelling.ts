/** Words that were mistyped, in the place of which a word is read that this product knows. */
import { classes } from './cue.ts'
import { cuesOfCauses } from './cues-of-causes.ts'
import { cuesOfCompany } from './cues-of-company.ts'
import { cuesOfConnectors } from './cues-of-connectors.ts'
import { stemOf } from './text.ts'
import { emptyStems, ownStems, ownTerms } from './vocabulary.ts'

const cueTexts = [...Object.values(cuesOfConnectors), ...Object.values(cuesOfCauses), ...Object.values(cuesOfCompany)].flatMap(
  (cues) => Object.keys(cues),
)
const cueWords = [...cueTexts, ...Object.values(classes)]
  .flatMap((text) => text.split(/[ |]/))
  .filter((word) => /^[a-z-]{3,}$/.test(word))

/** Stems that cues look for, beside those of the vocabulary. */
const cueStems: ReadonlySet<string> = new Set(cueWords.map(stemOf))

const shortest = 4
/** Two slips may be in words of this length, and a letter may be another one in shorter ones. */
const long = 9
const medium = 6

const times =
  'today yesterday monday tuesday wednesday thursday friday saturday sunday week month weekend morning night past previous since'
/** By first letter: what this product is about, and when. Words that say nothing are not looked for. */
const vocabulary = new Map<string, string[]>()
for (const word of new Set([...ownTerms, ...cueWords, ...times.split(' ')])) {
  if (word.length < shortest || !/^[a-z]+$/.test(word)) continue
  vocabulary.set(word[0] ?? '', [...(vocabulary.get(word[0] ?? '') ?? []), word])
}

/** Foreign to this product, and not a word of every conversation. */
export const isForeign = (stem: string) =>
  !ownStems.has(stem) && !emptyStems.has(stem) && !cueStems.has(stem) && !/^[45]\d\d$/.test(stem)

/** Letters that were added, left out, exchanged or swapped with their neighbour. */
function slipsOf(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      let least = Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    if (Math.min(...next) > most) return most + 1
    before = row
    row = next
  }
  return row[other.length] ?? most + 1
}

/** A letter in the place of another one makes another word of a short one: "story" is no "store". */
const isOtherWord = (word: string, other: string) =>
  word.length === other.length && word.length < medium && [...word].toSorted().join('') !== [...other].toSorted().join('')

/** Ordinary words that differ in a letter or two from a word that is looked for. */
const ordinary = new Set(
  `forum black county movie cart star tech chat cash consumer mode contract contracts sport retail plant plants remote coast transport evaluation scale root cold
  expert universal racing assembly bath translation reduction math convention appeal factory ideal width prince hell slide processor tank consumers pilot empire
  transition interaction sitting seed instructor investors crown maker sand foster closer beast excellence clause broker complaint complaints integrity generator
  correction machinery coalition collector liver intro steam sing variation projection exploration corn slave tablet latex tale headed cure investigate monkey
  butter shipped shipping instructional exceptional precious scored relay compete companion wheat bride analytical exploring reflection handy superb developmental reflected
  trance locale furnished prediction productive compliant warming worthy valuation distinction witch strand renewable dealt designation thrown heath realm
  accent pasta performer locking heater fibre legal letter story father market planet winter`
    .trim()
    .split(/\s+/),
)

/** The known word that was probably meant; null where the word is known, where none is near, or where several words of different meaning are. */
export function meantBy(word: string): string | null {
  return nearest(word) ?? (word.endsWith('s') && !word.endsWith('ss') ? nearest(word.slice(0, -1)) : null)
}

function nearest(word: string): string | null {
  if (word.length < shortest || !/^[a-z]+$/.test(word) || ordinary.has(word) || !isForeign(stemOf(word))) return null
  const most = word.length >= long ? 2 : 1
  const near = (vocabulary.get(word[0] ?? '') ?? [])
    .filter((other) => !isOtherWord(word, other))
    .map((other) => ({ other, slips: slipsOf(word, other, most) }))
    .filter(({ slips }) => slips <= most)
  const least = Math.min(...near.map(({ slips }) => slips))
  const best = near.filter(({ slips }) => slips === least).map(({ other }) => other)
  // A letter that was left out or typed twice is likelier than another letter: "deliverd" is no "delivery".
  const shifted = best.filter(({ length }) => length !== word.length)
  const meant = shifted.length > 0 ? shifted : best
  const [first] = meant
  return first !== undefined && new Set(meant.map(stemOf)).size === 1 ? first : null
}
