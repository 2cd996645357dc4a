/**
 * Cues are written as words with a space between them: `a|b` is one of several, `~` any words between, and `$name` a class of `classes`.
 * A cue is found by looking once from left to right.
 */
import { stemOf } from './text.ts'

/** Words that mean much the same. What begins with a capital letter was put in the place of a name, a system, a version, an id or a number. */
export const classes: Readonly<Record<string, string>> = {
  conn: 'Name connector integration sync synchronization synchronisation feed pipeline export import job automation flow workflow interface process transfer connection',
  rec: 'record row item entry order customer contact invoice ticket product lead deal payment transaction payout issue data line message document event subscriber answer response submission sale purchase refund charge shipment parcel article item sku signup vendor supplier opportunity campaign comment post email user appointment credit file form survey review rating',
  lost: 'fail failure error reject rejection refuse wrong break problem bad red 400 401 403 404 409 422 429 500 503 unsuccessful invalid exception crash trouble',
  sys: 'System',
  make: 'create build make set setup configure establish connect add start',
  field: 'field column attribute property key phone_number email name value target',
  map: 'map match assign',
}

/** Parts with any words between them; the sets of a part stand side by side. */
export type Cue = readonly (readonly ReadonlySet<string>[])[]

const placeholders = new Set(['Name', 'System', 'Version', 'Id', 'Number', 'Time', 'Code', 'Foreign'])
const asStem = (word: string) => (placeholders.has(word) ? word : stemOf(word))

export function cueOf(text: string): Cue {
  return text.split(/ ?~ ?/).map((part) => part.split(' ').map(stemsOf))
}

/** Stems of `a|b` and of `$name`. */
export function stemsOf(part: string): ReadonlySet<string> {
  const words = part.split('|').flatMap((each) => (each.startsWith('$') ? (classes[each.slice(1)] ?? '').split(' ') : [each]))
  return new Set(words.map(asStem))
}

/** Whether the parts stand in the stems in this order; between them may be nothing, too. */
export function isFound(cue: Cue, stems: readonly string[]): boolean {
  let at = 0
  for (const part of cue) {
    const found = placeOf(part, stems, at)
    if (found === -1) return false
    at = found + part.length
  }
  return true
}

function placeOf(part: readonly ReadonlySet<string>[], stems: readonly string[], from: number): number {
  for (let at = from; at + part.length <= stems.length; at += 1) {
    if (part.every((set, place) => set.has(stems[at + place] ?? ''))) return at
  }
  return -1
}
