/** Which tax is on an invoice. Pure, so that invoice, forecast and preview of a plan say the same. */
import type { Tax } from './bill.ts'
import { countryName } from './countries.ts'

/** With the reason in a sentence; no name: there is no tax. */
export type AppliedTax = Tax & { readonly reason: string }

export type RuleFacts = Tax & { readonly country: string; readonly from: string; readonly reverseCharge: boolean }

type Facts = {
  /** What the operator set for the company. */
  readonly own: Tax
  /** The primary profile; no country: none was chosen. */
  readonly country: string | null
  readonly vatNumber: string
  /** The country of the operator; null: not known. */
  readonly seller: string | null
  /** The one that was set last first. */
  readonly rules: readonly RuleFacts[]
  /** On which the invoice is opened. */
  readonly day: string
}

export const noTax: AppliedTax = { name: '', rate: 0, reason: '' }

/** The rule of a country on a day: the one that began last; of those of one day the one that was set last. */
export function ruleOn<Rule extends RuleFacts>(rules: readonly Rule[], country: string, day: string): Rule | undefined {
  const begun = rules.filter((it) => it.country === country && it.from <= day)
  return begun.toSorted((a, b) => (a.from === b.from ? 0 : a.from < b.from ? 1 : -1))[0]
}

/** What is set for the company wins; then the rule of the country of its primary profile. */
export function taxOn({ own, country, vatNumber, seller, rules, day }: Facts): AppliedTax {
  if (own.name !== '') return { ...own, reason: 'The operator set this tax for the company.' }
  const rule = country === null ? undefined : ruleOn(rules, country, day)
  if (rule === undefined || rule.name === '') return noTax
  const { name, rate, from, reverseCharge } = rule
  const begin = `Tax rule for ${countryName(rule.country)} from ${from}.`
  if (reverseCharge && vatNumber !== '' && seller !== null && seller !== country) {
    const reason = `${begin} Reverse charge applies. The company has the VAT number ${vatNumber}, and the operator is in ${countryName(seller)}.`
    return { name: 'Reverse charge', rate: 0, reason }
  }
  return { name, rate, reason: `${begin} ${name} of ${rate / 100} % applies.` }
}
