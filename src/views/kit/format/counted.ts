import { number } from './numbers.ts'

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

/** Sentences with a number in them, of which a language has several forms; `#` is where the number stands. */
export function countedIn(language: string) {
  const rules = new Intl.PluralRules(language)
  return (forms: Forms) => (value: number) => (forms[rules.select(value)] ?? forms.other).replace('#', () => number(value))
}
