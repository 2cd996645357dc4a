/** What a formula can go on with at the caret: fields of the source, and functions. Pure. */
import { fieldInFormula } from '#contract/connectors/config/formula/from-rule.ts'
import { formulaFunctions } from '#contract/connectors/config/formula/functions.ts'
import { type Completion, completionsMax, type Offered } from '../../kit/completion.ts'

/** Fields that are offered at most, so that functions have room. */
const fieldsMax = 5
const inWord = /[\p{L}\p{N}_$.[\]*]/u

/** Whether a place is inside of quotation marks. */
function isInText(text: string, caret: number): boolean {
  let mark = ''
  for (let at = 0; at < caret; at += 1) {
    const character = text[at] ?? ''
    if (mark !== '' && character === '\\') at += 1
    else if (character === mark) mark = ''
    else if (mark === '' && (character === '"' || character === "'")) mark = character
  }
  return mark !== ''
}

/** What is being written before the caret: a word, or a name in braces. */
function wordBefore(text: string, caret: number): { readonly from: number; readonly sought: string; readonly isBraced: boolean } {
  const brace = caret === 0 ? -1 : text.lastIndexOf('{', caret - 1)
  if (brace >= 0 && text.lastIndexOf('}', caret - 1) < brace)
    return { from: brace, sought: text.slice(brace + 1, caret), isBraced: true }
  let from = caret
  while (from > 0 && inWord.test(text[from - 1] ?? '')) from -= 1
  return { from, sought: text.slice(from, caret), isBraced: false }
}

/** @param fields of the source, by their paths; `note` says what each is. */
export function formulaCompletionAt(
  text: string,
  caret: number,
  fields: readonly { readonly path: string; readonly note: string }[],
): Completion | null {
  if (isInText(text, caret)) return null
  const { from, sought, isBraced } = wordBefore(text, caret)
  const wanted = sought.toLowerCase()
  if ((wanted === '' && !isBraced) || /^\d/.test(wanted)) return null
  const fitting = fields
    .filter(({ path }) => path.toLowerCase().includes(wanted))
    .toSorted((one, other) => rank(one.path, wanted) - rank(other.path, wanted))
    .slice(0, isBraced ? completionsMax : fieldsMax)
    .map(({ path, note }): Offered => ({ label: path, name: fieldInFormula(path), note }))
  const functions = formulaFunctions
    .filter(({ name }) => !isBraced && name.toLowerCase().startsWith(wanted))
    .map(({ name, signature }): Offered => ({ label: `${name}(${signature})`, name: `${name}(`, note: 'function' }))
  const options = [...fitting, ...functions].slice(0, completionsMax)
  return options.length === 0 ? null : { from, options, isWord: true }
}

/** Fields that begin so come first, then those of which a part begins so. */
function rank(path: string, wanted: string): number {
  const lower = path.toLowerCase()
  return lower.startsWith(wanted) ? 0 : lower.includes(`.${wanted}`) ? 1 : 2
}
