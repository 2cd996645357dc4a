/** The fields of a tax rule, as they are written and as they are sent. */
import type { TaxRuleForm } from '#contract/billing/tax-rules.ts'
import { rateOf } from '#contract/kit/money/minor-units.ts'
import type { Entry } from '../kit/entry-dialog.machine.ts'

/** @param today its first day, unless another one is chosen. */
export const newRule = (today: string): Entry => ({ country: '', name: '', rate: '', from: today, reverseCharge: '' })

/** What is sent; null while a field is not right. A rule without a name ends the tax of its country. */
export function ruleOf({ country = '', name = '', rate = '', from = '', reverseCharge = '' }: Entry): TaxRuleForm | null {
  const hundredths = rateOf(rate)
  if (country === '' || hundredths === null || !/^\d{4}-\d{2}-\d{2}$/.test(from)) return null
  const form = { country, name: name.trim(), rate: hundredths, reverseCharge: reverseCharge === 'yes', from }
  return form.name === '' && (form.rate > 0 || form.reverseCharge) ? null : form
}
