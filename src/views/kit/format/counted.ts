import { number } from './numbers.ts'

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

/** Sentences with a number in them, of which a language has several forms; `#` is where the number stands. `zero`, where it is given, is said of none in every language. */
export function countedIn(language: string) {
  const rules = new Intl.PluralRules(language)
  return (forms: Forms) => (value: number) =>
    (forms[value === 0 && forms.zero !== undefined ? 'zero' : rules.select(value)] ?? forms.other).replace('#', () =>
      number(value),
    )
}
