/** Taxes by country, as the operator sets them. */
import type { Kysely } from 'kysely'

import { ruleOn } from '#contract/billing/tax-choice.ts'
import type { TaxRule, TaxRuleForm, TaxRules } from '#contract/billing/tax-rules.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import { databaseNow } from '../../../platform/database/database-now.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller } from '../../../platform/security/access.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { dayText } from '../months.ts'
import { addRule, listRules, operatorCountry } from './tax-rules.repository.ts'

type Db = Kysely<Tables>

const malformed = (path: string, message: string) => refusal('request/malformed', { errors: [{ path, message }] })
const isDay = (text: string) => {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && dayText(at) === text
}

/** @throws `request/malformed` */
function checked(form: TaxRuleForm): TaxRuleForm {
  const name = form.name.trim()
  if (name === '' && (form.rate > 0 || form.reverseCharge)) throw malformed('/name', 'is required if there is a rate')
  if (!isDay(form.from)) throw malformed('/from', 'must be a valid date')
  return { ...form, name }
}

export function createTaxRuleService({ db }: { readonly db: Db }) {
  async function all(of: Db): Promise<TaxRule[]> {
    const [rules, today] = [await listRules(of), dayText(await databaseNow(of))]
    return rules.map((it) => ({ ...it, isInForce: ruleOn(rules, it.country, today)?.id === it.id }))
  }

  return {
    list: async (): Promise<TaxRules> => ({ data: await all(db), operatorCountry: await operatorCountry(db) }),
    add: ({ userId }: Caller, id: string, form: TaxRuleForm, audit: Audit): Promise<TaxRule> =>
      inOneCommit(db, async (tx) => {
        const rule = checked(form)
        await addRule(tx, id, rule, userId)
        await audit(tx, { target: { type: 'taxRule', id }, after: rule })
        const added = (await all(tx)).find((it) => it.id === id)
        if (added === undefined) throw new Error('the tax rule is gone')
        return added
      }),
  }
}
