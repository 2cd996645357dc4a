/** The texts that stand in a formula in quotation marks. */
import { Unreadable } from './syntax.ts'
import { tokensOf } from './tokens.ts'

/** A formula with other texts in it; one that cannot be read becomes an empty text. */
export function textsReplaced(formula: string, replace: (text: string) => string): string {
  try {
    let made = ''
    let at = 0
    for (const { kind, text, from, to } of tokensOf(formula)) {
      if (kind !== 'text') continue
      const other = replace(text)
      made += formula.slice(at, from) + (other === text ? formula.slice(from, to) : JSON.stringify(other))
      at = to
    }
    return made + formula.slice(at)
  } catch (thrown) {
    if (thrown instanceof Unreadable) return '""'
    throw thrown
  }
}
